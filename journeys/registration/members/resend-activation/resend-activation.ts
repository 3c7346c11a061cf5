import type { TooMany } from '#journeys/registration/server/outcomes.ts';
import { countHit } from '#server/platform/limits/rate-limit.ts';
import { SECOND, getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { accountExistsMail } from '#journeys/registration/members/account/account-exists-mail.ts';
import { activationMail } from '#journeys/registration/members/account/activation-mail.ts';
import { toRecipient, readStoredLocale } from '#journeys/registration/members/account/find-member.ts';
import { writeToOwner } from '#journeys/registration/members/account/duplicate-registration.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { withMinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import { sendActivation } from '#journeys/registration/members/account/send-activation.ts';
import { readRegistrationHandle } from '#journeys/registration/members/account/registration-handle.ts';
import { hashToken, looksLikeToken } from '#server/platform/tokens/single-use-token.ts';

export interface ResendRequest {
  /** Handle of the registration, or else the token of an earlier activation mail, or the address of a pending account. */
  readonly registration?: string | null;
  readonly token?: string | null;
  readonly email?: string | null;
  readonly network: string;
}

export type ResendResult = { readonly outcome: 'sent' | 'already-active' | 'not-found' } | TooMany;

/** Time in which a second request counts as a repetition. */
const REPEAT = 30 * SECOND;

/** Sends the activation link again, to the stored address only. */
export function resendActivation(ports: MemberPorts, request: ResendRequest): Promise<ResendResult> {
  return withMinimumResponseTime(ports, () => answerTo(ports, request));
}

async function answerTo(ports: MemberPorts, request: ResendRequest): Promise<ResendResult> {
  const { limits, accountEnumeration } = ports.settings;
  const unknown: ResendResult = { outcome: accountEnumeration === 'prevent' ? 'sent' : 'not-found' };
  const memberId = await findMember(ports, request);
  if (memberId === null) return unknown;
  const network = await ports.limits.count({
    action: 'resend',
    network: request.network,
    limit: limits.requestsPerNetwork,
  });
  if (!network.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: network.retryAfterSeconds };
  const limited = await countHit(ports.database.db, ports.clock, [
    { action: 'resend/member', subject: memberId, limit: limits.mailPerAddress },
  ]);
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  return withTransaction<ResendResult>(ports.database, async (tx) => {
    // Locks the row, so that concurrent requests are serialized.
    const member = await tx
      .updateTable('members')
      .set((row) => ({ state: row.ref('state') }))
      .where('id', '=', memberId)
      .returningAll()
      .executeTakeFirst();
    if (!member) return unknown;
    if (member.state === 'active') return { outcome: 'already-active' };
    if (await wasJustMailed(tx, ports, member.shadow_of ?? member.email_canonical)) return { outcome: 'sent' };
    if (member.shadow_of === null) await sendActivation(tx, ports, toRecipient(member));
    else await writeToOwner(tx, ports, member.shadow_of, readStoredLocale(member.locale));
    return { outcome: 'sent' };
  });
}

async function wasJustMailed(tx: Transaction, ports: MemberPorts, canonical: string): Promise<boolean> {
  const mail = await tx
    .selectFrom('outbox')
    .select('id')
    .where('recipient_canonical', '=', canonical)
    .where('template', 'in', [activationMail.name, accountExistsMail.name])
    .where('created_at', '>', getCurrentTimestamp(ports.clock, -REPEAT))
    .executeTakeFirst();
  return mail !== undefined;
}

async function findMember(ports: MemberPorts, { registration, token, email }: ResendRequest): Promise<string | null> {
  if (registration) return readRegistrationHandle(ports.secrets.handle, registration);
  if (email) return findByAddress(ports, email);
  if (!token || !looksLikeToken(token)) return null;
  const row = await ports.database.db
    .selectFrom('activation_tokens')
    .select('member_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  return row?.member_id ?? null;
}

async function findByAddress({ database }: MemberPorts, typed: string): Promise<string | null> {
  const email = readEmail(typed);
  if (!email) return null;
  const accounts = database.db.selectFrom('members').select('id').where('email_canonical', '=', email.canonical);
  return (await accounts.executeTakeFirst())?.id ?? null;
}
