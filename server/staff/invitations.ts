import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp, DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { type Email, readEmail } from '#server/platform/forms/email.ts';
import { countHit, type LimitResult } from '#server/platform/limits/rate-limit.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { createId } from '#server/platform/tokens/random.ts';
import { hashToken, looksLikeToken, makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';
import { type Admin, MIN_PASSWORD_LENGTH } from './admins.ts';
import { audit } from './audit/append.ts';
import { lockPermissions } from './lock-permissions.ts';
import { insertPasskey, type PasskeyResponse, verifyNewPasskey } from './passkeys/passkeys.ts';
import { hashPassword } from './password.ts';
import { isStaffGroup, type StaffGroup } from './permissions.ts';
import type { StaffPorts } from './ports.ts';

/** Validity of an invitation link in milliseconds. */
export const INVITATION_LIFETIME_MS = 7 * DAY;

/** Kind of mail, for lists and logs. */
const TEMPLATE = 'colleague-invitation';

/** Rate limits of invitation mails, per address and per administrator. */
const invitationLimits = {
  address: { max: 5, windowSeconds: 86_400 },
  inviter: { max: 50, windowSeconds: 3_600 },
} as const;

const MAX_NAME_LENGTH = 80;

/** Content of the mail, the only place with the token. */
export interface InvitationLink {
  readonly token: string;
  readonly email: string;
  readonly group: StaffGroup;
  readonly locale: Locale;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

type WriteMail = (link: InvitationLink) => RenderedMail;

export interface NewInvitation {
  readonly email: string;
  readonly group: StaffGroup;
  /** Language of the mail and of the page that it links to. */
  readonly locale: Locale;
  /** Id of the inviting admin. */
  readonly by: string;
  readonly write: WriteMail;
}

export interface SendInvitationAgainRequest {
  readonly id: string;
  readonly by: string;
  readonly write: WriteMail;
}

export type InviteAdminResult =
  | { readonly outcome: 'invited'; readonly email: string }
  /**
   * `exists`: the address has an account. `invited-before`: it has a valid invitation. `gone`: accepted or withdrawn meanwhile, or the
   * sender was disabled or moved to another group.
   */
  | { readonly outcome: 'invalid-email' | 'exists' | 'invited-before' | 'gone' }
  | { readonly outcome: 'too-many'; readonly retryAfterSeconds: number };

export interface ListedInvitation {
  readonly id: string;
  readonly email: string;
  readonly group: string;
  readonly locale: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly isExpired: boolean;
}

export interface RedeemInvitationRequest {
  readonly token: string;
  readonly name: string;
  /** `null` for an account with a passkey or the identity provider. */
  readonly password: string | null;
  /** Its first passkey, with the name that lists show. */
  readonly passkey?: PasskeyResponse & { readonly name: string };
}

export type RedeemInvitationResult =
  | { readonly outcome: 'accepted'; readonly admin: Admin }
  /** `gone`: unknown, used, withdrawn or expired. */
  | { readonly outcome: 'gone' | 'invalid-name' | 'short-password' | 'refused-passkey' };

/**
 * Invites a colleague by mail. The link creates the account, once, within {@link INVITATION_LIFETIME_MS}; only the hash of its token is
 * stored. An address has at most one invitation; an expired one is replaced.
 */
export async function inviteAdmin(
  ports: StaffPorts,
  { email: address, group, locale, by, write }: NewInvitation,
): Promise<InviteAdminResult> {
  const email = readEmail(address);
  if (email === null || /[\s\p{Cc}<>,;:"()\\]/u.test(email.typed)) return { outcome: 'invalid-email' };
  return withTransaction<InviteAdminResult>(ports.database, async (tx) => {
    if (!(await mayInvite(ports, tx, by))) return { outcome: 'gone' };
    const own = { email_canonical: email.canonical };
    const account = await tx
      .selectFrom('admins')
      .select('id')
      .where((row) => row.and(own))
      .executeTakeFirst();
    if (account !== undefined) return { outcome: 'exists' };
    await tx
      .deleteFrom('staff_invitations')
      .where((row) => row.and(own))
      .where('expires_at', '<=', getCurrentTimestamp(ports.clock))
      .execute();
    const id = createId(ports.random);
    const { link, columns } = newLink(ports, { email: email.typed, group, locale });
    const created = await tx
      .insertInto('staff_invitations')
      .values({
        ...own,
        ...columns,
        id,
        email: email.typed,
        staff_group: group,
        locale,
        invited_by: by,
        created_at: getCurrentTimestamp(ports.clock),
      })
      .onConflict((conflict) => conflict.column('email_canonical').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined) return { outcome: 'invited-before' };
    const limited = await sendLink(tx, ports, email, by, link, write);
    if (!limited.allowed) throw new TooManyInvitationsError(limited.retryAfterSeconds);
    await audit(tx, ports, { actor: by, action: 'admin.invite', subject: id, after: { group } });
    return { outcome: 'invited', email: email.typed };
  }).catch(toTooMany);
}

/** Sends the mail again with a new link; the previous link becomes invalid, and the validity starts anew. */
export async function sendInvitationAgain(
  ports: StaffPorts,
  { id, by, write }: SendInvitationAgainRequest,
): Promise<InviteAdminResult> {
  return withTransaction<InviteAdminResult>(ports.database, async (tx) => {
    if (!(await mayInvite(ports, tx, by))) return { outcome: 'gone' };
    const row = await tx
      .selectFrom('staff_invitations')
      .select(['email', 'staff_group', 'locale'])
      .where('id', '=', id)
      .executeTakeFirst();
    const email = row === undefined ? null : readEmail(row.email);
    if (row === undefined || email === null || !isStaffGroup(row.staff_group)) return { outcome: 'gone' };
    // Checked edge: written by `inviteAdmin`.
    const locale = row.locale as Locale;
    const { link, columns } = newLink(ports, { email: row.email, group: row.staff_group, locale });
    const renewed = await tx
      .updateTable('staff_invitations')
      // The invitation is tied to the account that sent it last.
      .set({ ...columns, invited_by: by })
      .where('id', '=', id)
      .executeTakeFirst();
    if (renewed.numUpdatedRows === 0n) return { outcome: 'gone' };
    const limited = await sendLink(tx, ports, email, by, link, write);
    if (!limited.allowed) throw new TooManyInvitationsError(limited.retryAfterSeconds);
    await audit(tx, ports, { actor: by, action: 'admin.invite-again', subject: id });
    return { outcome: 'invited', email: row.email };
  }).catch(toTooMany);
}

/** Revokes an invitation; its link becomes invalid, and a queued mail is not sent. @returns whether it existed */
export async function revokeInvitation(
  ports: StaffPorts,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<boolean> {
  return withTransaction(ports.database, async (tx) => {
    const gone = await tx
      .deleteFrom('staff_invitations')
      .where('id', '=', id)
      .returning('email_canonical')
      .executeTakeFirst();
    if (gone === undefined) return false;
    await dropWaitingMail(tx, gone.email_canonical);
    await audit(tx, ports, { actor: by, action: 'admin.withdraw-invitation', subject: id });
    return true;
  });
}

/** Pending invitations, oldest first. */
export async function listInvitations(ports: StaffPorts): Promise<readonly ListedInvitation[]> {
  const rows = await selectListed(ports).orderBy('created_at').orderBy('id').execute();
  return rows.map((row) => withState(ports, row));
}

/** The invitation of a link; `null` when it was used, withdrawn or never existed. Changes nothing, because mail scanners open every link. */
export async function findInvitation(ports: StaffPorts, token: string): Promise<ListedInvitation | null> {
  if (!looksLikeToken(token)) return null;
  const row = await selectListed(ports).where('token_hash', '=', hashToken(token)).executeTakeFirst();
  return row === undefined ? null : withState(ports, row);
}

/** Creates the account of an invitation, once. */
export async function redeemInvitation(
  ports: StaffPorts,
  { token, name: typed, password, passkey }: RedeemInvitationRequest,
): Promise<RedeemInvitationResult> {
  const found = await findInvitation(ports, token);
  // Checked before hashing the password, which is expensive.
  if (found === null || found.isExpired) return { outcome: 'gone' };
  const name = typed.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH) return { outcome: 'invalid-name' };
  if (password !== null && password.length < MIN_PASSWORD_LENGTH) return { outcome: 'short-password' };
  const passwordHash = password === null ? null : await hashPassword(ports.random, password);
  const credential = passkey && (await verifyNewPasskey(ports, passkey));
  if (credential === null) return { outcome: 'refused-passkey' };
  const now = getCurrentTimestamp(ports.clock);
  return withTransaction<RedeemInvitationResult>(ports.database, async (tx, undo) => {
    const invitation = await tx
      .deleteFrom('staff_invitations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
    if (invitation === undefined) return { outcome: 'gone' };
    const { id, email, email_canonical, staff_group: group, invited_by: invitedBy } = invitation;
    const created = await tx
      .insertInto('admins')
      .values({
        id,
        email,
        email_canonical,
        name,
        staff_group: group,
        password_hash: passwordHash,
        oidc_subject: null,
        created_at: now,
        disabled_at: null,
      })
      .onConflict((conflict) => conflict.column('email_canonical').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created === undefined) return { outcome: 'gone' };
    const entry = { actor: id, action: 'admin.accept-invitation', subject: id };
    await audit(tx, ports, { ...entry, after: { group }, details: { invitedBy } });
    if (passkey && credential && !(await insertPasskey(tx, ports, { adminId: id, name: passkey.name, credential })))
      return undo({ outcome: 'refused-passkey' });
    return { outcome: 'accepted', admin: { id, email, name, group } };
  });
}

const mayInvite = async (ports: StaffPorts, tx: Transaction, adminId: string): Promise<boolean> =>
  (await lockPermissions(ports, tx, adminId)).includes('colleagues');

const selectListed = ({ database: { db } }: StaffPorts) =>
  db
    .selectFrom('staff_invitations')
    .select(['id', 'email', 'staff_group as group', 'locale', 'created_at as createdAt', 'expires_at as expiresAt']);

const withState = ({ clock }: StaffPorts, row: Omit<ListedInvitation, 'isExpired'>): ListedInvitation => ({
  ...row,
  isExpired: Date.parse(row.expiresAt) <= clock.now(),
});

function newLink(ports: StaffPorts, about: Pick<InvitationLink, 'email' | 'group' | 'locale'>) {
  const token = makeSingleUseToken(ports.random);
  const expiresAt = ports.clock.now() + INVITATION_LIFETIME_MS;
  const link: InvitationLink = { ...about, token, expiresAt };
  return { link, columns: { token_hash: hashToken(token), expires_at: toTimestamp(expiresAt) } };
}

/** Enqueues the mail, replacing a queued one with an invalid link. */
async function sendLink(
  tx: Transaction,
  ports: StaffPorts,
  { typed, canonical }: Email,
  by: string,
  link: InvitationLink,
  write: WriteMail,
): Promise<LimitResult> {
  const limited = await countHit(tx, ports.clock, [
    { action: 'staff-invitation/address', subject: canonical, limit: invitationLimits.address },
    { action: 'staff-invitation/inviter', subject: by, limit: invitationLimits.inviter },
  ]);
  if (!limited.allowed) return limited;
  await dropWaitingMail(tx, canonical);
  await enqueueMail(tx, ports, { template: TEMPLATE, locale: link.locale, to: typed, rendered: write(link) });
  return limited;
}

const dropWaitingMail = (tx: Transaction, canonical: string) =>
  tx
    .deleteFrom('outbox')
    .where('recipient_canonical', '=', canonical)
    .where('template', '=', TEMPLATE)
    .where('status', '=', 'queued')
    .execute();

/** Rolls the transaction back. */
class TooManyInvitationsError extends Error {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many invitations were sent to this address, or by this administrator.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function toTooMany(error: unknown): InviteAdminResult {
  if (!(error instanceof TooManyInvitationsError)) throw error;
  return { outcome: 'too-many', retryAfterSeconds: error.retryAfterSeconds };
}
