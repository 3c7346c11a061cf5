import { topics } from '#server/platform/events/pub-sub.ts';
import { audit } from '#server/staff/audit/append.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { hashPassword } from '#server/staff/password.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { StaffPorts } from '#server/staff/ports.ts';
import { lockPermissions } from '#server/staff/lock-permissions.ts';
import { getPermissions, type StaffGroup } from '#server/staff/permissions.ts';
import { createId } from '#server/platform/tokens/random.ts';

export interface Admin {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** See `getPermissions`. */
  readonly group: string;
}

export interface NewAdmin {
  readonly email: string;
  readonly name: string;
  /** `null` for an account with the identity provider. */
  readonly password: string | null;
  /** Default: `admin`. */
  readonly group?: StaffGroup;
  /** Id of the acting admin; default: the command line. */
  readonly by?: string;
}

export type CreateAdminResult =
  | { readonly outcome: 'created'; readonly admin: Admin }
  /** `not-allowed`: the acting admin was disabled or moved to another group meanwhile. */
  | { readonly outcome: 'exists' | 'invalid-email' | 'short-password' | 'not-allowed' };

export const MIN_PASSWORD_LENGTH = 12;
const COMMAND_LINE = 'command-line';

export const shown = ['id', 'email', 'name', 'staff_group as group'] as const;

/** Creates an admin account, from the command line (B9) or by an admin (P8). */
export async function createAdmin(
  ports: StaffPorts,
  { email: address, name, password, group = 'admin', by = COMMAND_LINE }: NewAdmin,
): Promise<CreateAdminResult> {
  const email = readEmail(address);
  if (!email) return { outcome: 'invalid-email' };
  if (password !== null && password.length < MIN_PASSWORD_LENGTH) return { outcome: 'short-password' };
  const admin = { id: createId(ports.random), email: email.typed, name, group };
  const passwordHash = password === null ? null : await hashPassword(ports.random, password);
  return withTransaction<CreateAdminResult>(ports.database, async (tx) => {
    if (by !== COMMAND_LINE && !(await lockPermissions(ports, tx, by)).includes('colleagues'))
      return { outcome: 'not-allowed' };
    const created = await tx
      .insertInto('admins')
      .values({
        id: admin.id,
        email: admin.email,
        name,
        staff_group: group,
        email_canonical: email.canonical,
        password_hash: passwordHash,
        oidc_subject: null,
        created_at: getCurrentTimestamp(ports.clock),
        disabled_at: null,
      })
      .onConflict((conflict) => conflict.column('email_canonical').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) return { outcome: 'exists' };
    // The invitation is obsolete.
    await tx.deleteFrom('staff_invitations').where('email_canonical', '=', email.canonical).execute();
    await audit(tx, ports, { actor: by, action: 'admin.create', subject: admin.id, after: { group } });
    return { outcome: 'created', admin };
  });
}

export type AdminChange = 'reset' | 'disable' | 'enable' | 'group';

export interface ChangeAdminRequest {
  readonly email: string;
  readonly change: AdminChange;
  /** New password, for `reset`. */
  readonly password?: string;
  /** New group, for `group`. */
  readonly group?: StaffGroup;
  /** Id of the acting admin; default: the command line. */
  readonly by?: string;
}

export type ChangeAdminResult =
  | {
      readonly outcome: 'changed';
      readonly email: string;
      /** Number of ended sessions. */
      readonly signedOut: number;
      /** Number of removed passkeys. */
      readonly passkeys: number;
      /** API tokens that it had created: revoked ones, and those still valid. */
      readonly tokensEnded: number;
      readonly tokensLeft: number;
      /** Number of withdrawn invitations. */
      readonly invitationsEnded: number;
    }
  /** `not-allowed`: the acting admin was disabled or moved to another group meanwhile. */
  | { readonly outcome: 'unknown' | 'unchanged' | 'short-password' | 'not-allowed' };

/**
 * Changes the password or group of an admin, or disables or enables the account. Sessions end with the commit, on all nodes, and are not
 * restored by enabling; so does the calendar feed, unless the group changes. A reset removes the passkeys as well, one of which may be
 * compromised. API tokens created by the admin are revoked when it is disabled, and invitations are withdrawn then or when its group changes.
 */
export async function changeAdmin(
  ports: StaffPorts,
  { email, change, password, group, by = COMMAND_LINE }: ChangeAdminRequest,
): Promise<ChangeAdminResult> {
  if (change === 'reset' && (password ?? '').length < MIN_PASSWORD_LENGTH) return { outcome: 'short-password' };
  const now = getCurrentTimestamp(ports.clock);
  const password_hash = password === undefined ? null : await hashPassword(ports.random, password);
  const columns = {
    // The next sign-in at the provider with the account's address links the identity again.
    reset: { password_hash, oidc_subject: null },
    disable: { disabled_at: now },
    enable: { disabled_at: null },
    group: { staff_group: group },
  }[change];
  const answer = await withTransaction<ChangeAdminResult>(ports.database, async (tx) => {
    const canonical = readEmail(email)?.canonical ?? '';
    const query = tx
      .selectFrom('admins')
      .select(['id', 'email', 'email_canonical', 'disabled_at', 'staff_group'])
      .where((eb) => eb.or([eb('email_canonical', '=', canonical), eb('id', '=', by)]))
      .orderBy('id');
    // Locks both accounts in a fixed order: two admins who disable each other must neither both succeed nor deadlock.
    const accounts = await (ports.database.engine === 'postgres' ? query.forUpdate() : query).execute();
    const admin = accounts.find((account) => account.email_canonical === canonical);
    if (admin === undefined) return { outcome: 'unknown' };
    if (by !== COMMAND_LINE && !accounts.some((account) => account.id === by && mayChange(account)))
      return { outcome: 'not-allowed' };
    const isDisabled = admin.disabled_at !== null;
    const isUnchanged =
      change === 'group' ? admin.staff_group === group : change !== 'reset' && isDisabled === (change === 'disable');
    if (isUnchanged) return { outcome: 'unchanged' };
    await tx.updateTable('admins').set(columns).where('id', '=', admin.id).execute();
    const signedOut = await revokeAllTokens(tx, admin.id);
    const passkeys = change === 'reset' ? await removeAllPasskeys(tx, admin.id) : 0;
    if (change !== 'group') await tx.deleteFrom('calendar_feeds').where('admin_id', '=', admin.id).execute();
    const tokensEnded = change === 'disable' ? await endTokensMadeBy(tx, admin.id) : 0;
    const invitationsEnded = change === 'disable' || change === 'group' ? await endInvitationsBy(tx, admin.id) : 0;
    const tokensLeft = await countTokensMadeBy(tx, admin.id, now);
    const values =
      change === 'reset'
        ? {}
        : change === 'group'
          ? { before: { group: admin.staff_group }, after: { group } }
          : { before: { open: !isDisabled }, after: { open: isDisabled } };
    const entry = { actor: by, action: `admin.${change}`, subject: admin.id };
    await audit(tx, ports, { ...entry, ...values, details: { signedOut, passkeys, tokensEnded, invitationsEnded } });
    return { outcome: 'changed', email: admin.email, signedOut, passkeys, tokensEnded, tokensLeft, invitationsEnded };
  });
  if (answer.outcome === 'changed') await ports.pubSub.publish(topics.staffSessions);
  return answer;
}

const mayChange = (account: { readonly disabled_at: string | null; readonly staff_group: string }): boolean =>
  account.disabled_at === null && getPermissions(account.staff_group).includes('colleagues');

async function removeAllPasskeys(tx: Transaction, adminId: string): Promise<number> {
  const gone = await tx.deleteFrom('staff_passkeys').where('admin_id', '=', adminId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

async function endTokensMadeBy(tx: Transaction, adminId: string): Promise<number> {
  const gone = await tx.deleteFrom('program_tokens').where('created_by', '=', adminId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

async function endInvitationsBy(tx: Transaction, adminId: string): Promise<number> {
  const gone = await tx.deleteFrom('staff_invitations').where('invited_by', '=', adminId).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

async function countTokensMadeBy(tx: Transaction, adminId: string, now: string): Promise<number> {
  const { count } = await tx
    .selectFrom('program_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_by', '=', adminId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function revokeAllTokens(tx: Transaction, adminId: string): Promise<number> {
  const gone = await tx
    .deleteFrom('access_tokens')
    .where('role', '=', 'admin')
    .where('subject', '=', adminId)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

export interface ListedAdmin extends Admin {
  readonly createdAt: string;
  /** `null` for an enabled account. */
  readonly disabledAt: string | null;
  /** Last request of a stored session; `null` without one. */
  readonly seenAt: string | null;
}

/** All admins, oldest first. */
export async function listAdmins(ports: StaffPorts): Promise<readonly ListedAdmin[]> {
  return ports.database.db
    .selectFrom('admins')
    .select([...shown, 'created_at as createdAt', 'disabled_at as disabledAt'])
    .select((eb) =>
      eb
        .selectFrom('access_tokens')
        .whereRef('access_tokens.subject', '=', 'admins.id')
        .where('access_tokens.role', '=', 'admin')
        .select((of) => of.fn.max(of.fn.coalesce('access_tokens.seen_at', 'access_tokens.created_at')).as('seen'))
        .as('seenAt'),
    )
    .orderBy('created_at')
    .orderBy('email_canonical')
    .execute();
}

/** The admin of a session; `null` when the account was disabled. */
export async function findAdmin(ports: StaffPorts, id: string): Promise<Admin | null> {
  const row = await ports.database.db
    .selectFrom('admins')
    .select(shown)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
