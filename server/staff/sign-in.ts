import type { AuditEntry } from '#server/platform/platform-ports.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { isSenderGone } from '#server/platform/requests/sender-network.ts';
import { type Admin, findAdmin, shown } from './admins.ts';
import { audit } from './audit/append.ts';
import type { ChallengeOwner } from './passkeys/challenge.ts';
import { checkPasskey, type PasskeyAnswer } from './passkeys/passkeys.ts';
import { isKnownNetwork, rememberNetwork } from './known-networks.ts';
import type { SignInPorts, StaffPorts } from './ports.ts';

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
 * sent them and against nobody else: anyone who knows an admin's address cannot keep the admin out.
 */
export function signInAdmin(ports: SignInPorts, request: SignInRequest): Promise<SignInAnswer> {
  return signIn(ports, { network: request.network }, () => findByPassword(ports, request));
}

export interface PasskeySignIn extends PasskeyAnswer {
  readonly network: string;
}

/** The same by a passkey, which says itself whose it is. */
export function signInWithPasskey(ports: SignInPorts, { network, ...answer }: PasskeySignIn): Promise<SignInAnswer> {
  const attempt = { network, details: { by: 'passkey' } };
  return signIn(ports, attempt, () => findByPasskey(ports, { ...answer, purpose: 'sign-in' }));
}

/** Where it came from, and what the audit log says of it beside. */
export type SignInAttempt = Pick<AuditEntry, 'details'> & {
  readonly network: string;
  /** What the audit log calls it; `admin.sign-in` when left out. */
  readonly action?: string;
};

/** Counts and writes down a try to sign in, however it was made. */
export async function signIn(
  ports: SignInPorts,
  { network, action = 'admin.sign-in', ...said }: SignInAttempt,
  find: () => Promise<Tried>,
): Promise<SignInAnswer> {
  const { signInFailuresPerNetwork: limit } = ports.settings.limits;
  const attempt = await ports.limits.attempt(
    { action: 'sign-in', network, limit },
    find,
    ({ admin }) => admin === null,
  );
  if (!attempt.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: attempt.retryAfterSeconds };
  const { admin, tried, reason } = attempt.result;
  if (admin === null) {
    const details = { ...said.details, ...(reason !== undefined && { reason }) };
    await ports.failures.add({ tried, network, ...(Object.keys(details).length > 0 && { details }) });
    return { outcome: 'refused' };
  }
  await audit(ports.database.db, ports, { actor: admin.id, action, ...said });
  await rememberNetwork(ports, admin.id, network);
  return { outcome: 'signed-in', admin };
}

export interface Tried {
  /** Who it was. */
  readonly admin: Admin | null;
  /** Id of the admin whose address or passkey was given; `null` when nobody has it. */
  readonly tried: string | null;
  /** Why it was refused, where there is more to say. */
  readonly reason?: string;
}

/** @throws UnavailableError when too many passwords wait to be looked at */
export async function findByPassword(ports: SignInPorts, { email, password, network }: SignInRequest): Promise<Tried> {
  const row = await ports.database.db
    .selectFrom('admins')
    .select([...shown, 'password_hash'])
    .where('email_canonical', '=', readEmail(email)?.canonical ?? '')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const isKnown = await isKnownNetwork(ports, row?.id ?? '', network);
  const sender = { network, isKnown, isGone: isSenderGone };
  const right = await ports.hashes.isPassword(password, row?.password_hash ?? NOBODY, sender);
  const admin = row && right ? { id: row.id, email: row.email, name: row.name, group: row.group } : null;
  return { admin, tried: row?.id ?? null };
}

export async function findByPasskey(
  ports: StaffPorts,
  answer: PasskeyAnswer & Pick<ChallengeOwner, 'purpose'>,
): Promise<Tried> {
  const { adminId, isRight } = await checkPasskey(ports, answer);
  const admin = isRight && adminId !== null ? await findAdmin(ports, adminId) : null;
  return { admin, tried: adminId };
}

/** A hash of the usual cost that no password has: its tag is all zeros. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
