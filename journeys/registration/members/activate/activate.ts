import type { Voucher, NotPossible, TooMany } from '#journeys/registration/server/outcomes.ts';
import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/database/open-database.ts';
import { MINUTE, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { findIssuedVoucher, issueVoucher } from '#journeys/registration/members/account/vouchers.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { confirmInvitation } from '#journeys/registration/members/account/balance.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { hashToken, looksLikeToken } from '#server/platform/tokens/single-use-token.ts';

export interface ActivateRequest {
  /** Token of the mail's link. */
  readonly token: string;
  readonly network: string;
}

/** `pending`: a newer link was sent; `failed`: the link has expired or the account was deleted (B5). */
export type ActivationOutcome = 'active' | 'already-active' | 'pending' | 'failed' | 'not-found';

export type ActivateResult =
  /** `attribution` of the registration. `member`: id of the member to sign in. */
  | {
      readonly outcome: 'active';
      readonly voucher: Voucher | null;
      readonly attribution: string | null;
      readonly customer: string;
      readonly member: string;
    }
  /** `voucher`, `member`: for a repetition by the same visitor, whose first response may have been lost. */
  | { readonly outcome: 'already-active'; readonly voucher: Voucher | null; readonly member: string | null }
  | { readonly outcome: Exclude<ActivationOutcome, 'active' | 'already-active'> }
  | NotPossible
  | TooMany;

/** Time in which a second request counts as a repetition of the first one. */
const REPEAT = 10 * MINUTE;

/**
 * Activates an account by the token of its mail. POST only. A token works once; a second request learns that the account is active, and
 * within the repetition time it gets the response of the first one, with voucher and sign-in. All outcomes are recorded.
 */
export async function activate(ports: MemberPorts, { token, network }: ActivateRequest): Promise<ActivateResult> {
  const limited = await ports.limits.count({
    action: 'activate',
    network,
    limit: ports.settings.limits.requestsPerNetwork,
  });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  const hash = looksLikeToken(token) ? hashToken(token) : '';
  const first = await judge(ports, hash);
  if (first.outcome !== 'ready') return record(ports, first);
  const spent = await spend(ports, hash, first.memberId);
  if (spent === 'not-possible') return { outcome: spent };
  if (spent !== 'lost') {
    await ports.pubSub.publish(first.memberId);
    return { outcome: 'active', ...spent };
  }
  // A concurrent request was faster: read the account again.
  const second = await judge(ports, hash);
  return record(ports, second.outcome === 'ready' ? { outcome: 'failed', memberId: second.memberId } : second);
}

type Judgement = { readonly outcome: 'ready'; readonly memberId: string } | Refused;

interface Refused {
  readonly outcome: Exclude<ActivationOutcome, 'active'>;
  readonly memberId: string | null;
  /** Whether this token has just activated the account. */
  readonly isRepeat?: boolean;
}

async function judge(ports: MemberPorts, hash: string): Promise<Judgement> {
  const row = await findToken(ports.database.db, hash);
  if (!row) return { outcome: 'not-found', memberId: null };
  if (row.member_id === null || row.state === null) return { outcome: 'failed', memberId: null };
  const memberId = row.member_id;
  if (row.state === 'active') {
    const isRepeat = row.used_at !== null && row.used_at > getCurrentTimestamp(ports.clock, -REPEAT);
    return { outcome: 'already-active', memberId, isRepeat };
  }
  if (row.replaced_at !== null || row.email_canonical !== row.member_email) return { outcome: 'pending', memberId };
  if (row.expires_at <= getCurrentTimestamp(ports.clock)) return { outcome: 'failed', memberId };
  return { outcome: 'ready', memberId };
}

const findToken = (db: Db, hash: string) =>
  db
    .selectFrom('activation_tokens as tokens')
    .leftJoin('members', 'members.id', 'tokens.member_id')
    .select([
      'tokens.member_id',
      'tokens.email_canonical',
      'tokens.expires_at',
      'tokens.replaced_at',
      'tokens.used_at',
      'members.state',
      'members.email_canonical as member_email',
    ])
    .where('tokens.token_hash', '=', hash)
    .executeTakeFirst();

/** A voucher, if any, and the attribution of the activation; `lost` to a concurrent request. */
type Spent =
  | {
      readonly voucher: Voucher | null;
      readonly attribution: string | null;
      readonly customer: string;
      readonly member: string;
    }
  | 'lost'
  | 'not-possible';

/** In one transaction: activates the account, uses the token, confirms place and newsletter, issues and mails the voucher. */
function spend(ports: MemberPorts, hash: string, memberId: string): Promise<Spent> {
  const now = getCurrentTimestamp(ports.clock);
  return withTransaction<Spent>(ports.database, async (tx, undo) => {
    if (ports.site.nextState('account', 'pending', 'activate') === null) return undo('not-possible');
    const member = await tx
      .updateTable('members')
      .set({ state: 'active', activated_at: now })
      .where('id', '=', memberId)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (!member) return undo('lost');
    const used = await tx
      .updateTable('activation_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('email_canonical', '=', member.email_canonical)
      .where('used_at', 'is', null)
      .where('replaced_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) return undo('lost');

    await tx.updateTable('newsletter_consents').set({ confirmed_at: now }).where('member_id', '=', memberId).execute();
    await insertAttempt(tx, ports, 'active', memberId);
    const voucher = await issueVoucher(tx, ports, member);
    await confirmInvitation(tx, member.inviter_id);
    const { attribution } = member;
    if (attribution !== null)
      await tx.updateTable('members').set({ attribution: null }).where('id', '=', memberId).execute();
    return { voucher, attribution, customer: hashCustomer(memberId), member: memberId };
  });
}

/** Pseudonymous, stable id of a member for the data layer. */
const hashCustomer = (memberId: string): string =>
  createHash('sha256').update(`customer\n${memberId}`).digest('hex').slice(0, 32);

async function record(ports: MemberPorts, { outcome, memberId, isRepeat = false }: Refused): Promise<ActivateResult> {
  const { db } = ports.database;
  await insertAttempt(db, ports, outcome, memberId);
  if (outcome !== 'already-active') return { outcome };
  const member = isRepeat ? memberId : null;
  return { outcome, voucher: member === null ? null : await findIssuedVoucher(db, member), member };
}

async function insertAttempt(
  db: Db,
  ports: MemberPorts,
  outcome: ActivationOutcome,
  memberId: string | null,
): Promise<void> {
  await db
    .insertInto('activation_attempts')
    .values({ id: createId(ports.random), member_id: memberId, outcome, at: getCurrentTimestamp(ports.clock) })
    .execute();
}
