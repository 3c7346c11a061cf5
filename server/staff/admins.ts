import { topics } from '#server/platform/events/announcements.ts';
import { audit } from '#server/staff/audit/append.ts';
import { failedSignIn } from '#server/staff/audit/chain.ts';
import { Turns } from '#server/platform/limits/turns.ts';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { transact } from '#server/platform/database/transact.ts';
import { hashPassword, isPassword } from '#server/staff/password.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { StaffPorts } from '#server/staff/ports.ts';
import type { StaffGroup } from '#server/staff/permissions.ts';
import { newId } from '#server/platform/tokens/random.ts';

export interface Admin {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** See `permissionsOfGroup`. */
  readonly group: string;
}

export interface NewAdmin {
  readonly email: string;
  readonly name: string;
  /** `null` for an account that signs in by OpenID Connect. */
  readonly password: string | null;
  /** `admin` when left out. */
  readonly group?: StaffGroup;
}

export type CreateAdminAnswer =
  | { readonly outcome: 'created'; readonly admin: Admin }
  | { readonly outcome: 'exists' | 'invalid-email' | 'short-password' };

const SHORTEST_PASSWORD = 12;

const shown = ['id', 'email', 'name', 'staff_group as group'] as const;

/** B9: admins are created on the command line. */
export async function createAdmin(
  ports: StaffPorts,
  { email: address, name, password, group = 'admin' }: NewAdmin,
): Promise<CreateAdminAnswer> {
  const email = readEmail(address);
  if (!email) return { outcome: 'invalid-email' };
  if (password !== null && password.length < SHORTEST_PASSWORD) return { outcome: 'short-password' };
  const admin = { id: newId(ports.random), email: email.typed, name, group };
  const passwordHash = password === null ? null : await hashPassword(ports.random, password);
  return transact<CreateAdminAnswer>(ports.database, async (tx) => {
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
        created_at: timestampOf(ports.clock),
        disabled_at: null,
      })
      .onConflict((conflict) => conflict.column('email_canonical').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) return { outcome: 'exists' };
    await audit(tx, ports, { actor: 'command-line', action: 'admin.create', subject: admin.id, after: { group } });
    return { outcome: 'created', admin };
  });
}

export type AdminChange = 'reset' | 'disable' | 'enable';

export interface ChangeAdminRequest {
  readonly email: string;
  readonly change: AdminChange;
  /** The new one, for `reset`. */
  readonly password?: string;
}

export type ChangeAdminAnswer =
  | { readonly outcome: 'changed'; readonly email: string; /** Sessions that this ended. */ readonly signedOut: number }
  | { readonly outcome: 'unknown' | 'unchanged' | 'short-password' };

/**
 * Gives an admin a new password, closes the account or opens it again. Whatever proved that the admin had signed in proves nothing
 * from the commit on, on any node; an account that was closed opens without its old sessions.
 */
export async function changeAdmin(
  ports: StaffPorts,
  { email, change, password }: ChangeAdminRequest,
): Promise<ChangeAdminAnswer> {
  if (change === 'reset' && (password ?? '').length < SHORTEST_PASSWORD) return { outcome: 'short-password' };
  const now = timestampOf(ports.clock);
  const password_hash = password === undefined ? null : await hashPassword(ports.random, password);
  const columns = {
    reset: { password_hash },
    disable: { disabled_at: now },
    enable: { disabled_at: null },
  }[change];
  const answer = await transact<ChangeAdminAnswer>(ports.database, async (tx) => {
    const admin = await tx
      .selectFrom('admins')
      .select(['id', 'email', 'disabled_at'])
      .where('email_canonical', '=', readEmail(email)?.canonical ?? '')
      .executeTakeFirst();
    if (admin === undefined) return { outcome: 'unknown' };
    const isDisabled = admin.disabled_at !== null;
    if (change !== 'reset' && isDisabled === (change === 'disable')) return { outcome: 'unchanged' };
    await tx.updateTable('admins').set(columns).where('id', '=', admin.id).execute();
    const signedOut = await revokeTokensOf(tx, admin.id);
    const values = change === 'reset' ? {} : { before: { open: !isDisabled }, after: { open: isDisabled } };
    const entry = { actor: 'command-line', action: `admin.${change}`, subject: admin.id };
    await audit(tx, ports, { ...entry, ...values, details: { signedOut } });
    return { outcome: 'changed', email: admin.email, signedOut };
  });
  if (answer.outcome === 'changed') await ports.announcements.announce(topics.staffSessions);
  return answer;
}

async function revokeTokensOf(tx: Transaction, adminId: string): Promise<number> {
  const gone = await tx
    .deleteFrom('access_tokens')
    .where('role', '=', 'admin')
    .where('subject', '=', adminId)
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

export interface ListedAdmin extends Admin {
  readonly createdAt: string;
  /** `null` for an account that is open. */
  readonly disabledAt: string | null;
}

/** All of them, oldest first. */
export async function listAdmins(ports: StaffPorts): Promise<readonly ListedAdmin[]> {
  return ports.database.db
    .selectFrom('admins')
    .select([...shown, 'created_at as createdAt', 'disabled_at as disabledAt'])
    .orderBy('created_at')
    .orderBy('email_canonical')
    .execute();
}

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly network: string;
}

export type SignInAnswer =
  | { readonly outcome: 'signed-in'; readonly admin: Admin }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'too-many-requests'; readonly retryAfterSeconds: number };

/**
 * Checks an admin's password; an unknown address costs the same time as a wrong password. Wrong ones count against the network that
 * sent them and against nobody else: whoever knows an admin's address cannot keep the admin out.
 */
export async function signInAdmin(ports: StaffPorts, request: SignInRequest): Promise<SignInAnswer> {
  const { signInFailuresPerNetwork: limit } = ports.settings.limits;
  const attempt = await ports.limits.attempt(
    { action: 'sign-in', network: request.network, limit },
    () => findByPassword(ports, request),
    ({ admin }) => admin === null,
  );
  if (!attempt.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: attempt.retryAfterSeconds };
  const { admin, tried } = attempt.result;
  if (admin === null) {
    const subject = tried === null ? {} : { subject: tried };
    await audit(ports.database.db, ports, { actor: 'visitor', action: failedSignIn, ...subject });
    return { outcome: 'refused' };
  }
  await audit(ports.database.db, ports, { actor: admin.id, action: 'admin.sign-in' });
  return { outcome: 'signed-in', admin };
}

interface Tried {
  /** Whose password it is. */
  readonly admin: Admin | null;
  /** Id of the admin whose address was given; `null` when nobody has it. */
  readonly tried: string | null;
}

async function findByPassword(ports: StaffPorts, { email, password }: SignInRequest): Promise<Tried> {
  const row = await ports.database.db
    .selectFrom('admins')
    .select([...shown, 'password_hash'])
    .where('email_canonical', '=', readEmail(email)?.canonical ?? '')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const right = await hashing.run(
    '',
    () => MOST_HASHES,
    () => isPassword(password, row?.password_hash ?? NOBODY),
  );
  const admin = row && right ? { id: row.id, email: row.email, name: row.name, group: row.group } : null;
  return { admin, tried: row?.id ?? null };
}

/** Each takes a thread for 20 ms and 19 MiB: many networks at once may wait for each other, not exhaust the process. */
const MOST_HASHES = 2;
const hashing = new Turns();

/** The admin of a session, unless the account was disabled meanwhile. */
export async function findAdmin(ports: StaffPorts, id: string): Promise<Admin | null> {
  const row = await ports.database.db
    .selectFrom('admins')
    .select(shown)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A hash of the usual cost that no password has: its tag is all zeros. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
