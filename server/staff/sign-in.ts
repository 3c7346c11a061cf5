import type { AuditEntry } from '#server/platform/platform-ports.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { isClientGone } from '#server/platform/requests/client-network.ts';
import { type Admin, findAdmin, shown } from './admins.ts';
import { audit } from './audit/append.ts';
import type { ChallengeOwner } from './passkeys/challenge.ts';
import { checkPasskey, type PasskeyResponse } from './passkeys/passkeys.ts';
import { isKnownNetwork, rememberNetwork } from './known-networks.ts';
import type { SignInPorts, StaffPorts } from './ports.ts';

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly network: string;
}

export type SignInResult =
  | { readonly outcome: 'signed-in'; readonly admin: Admin }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'too-many-requests'; readonly retryAfterSeconds: number };

/** Checks an admin's password, in the same time for unknown addresses. Failures count against the network only, so that an attacker cannot lock an admin out. */
export function signInAdmin(ports: SignInPorts, request: SignInRequest): Promise<SignInResult> {
  return signIn(ports, { network: request.network }, () => findByPassword(ports, request));
}

export interface PasskeySignIn extends PasskeyResponse {
  readonly network: string;
}

/** Checks a passkey, which identifies its owner. */
export function signInWithPasskey(ports: SignInPorts, { network, ...answer }: PasskeySignIn): Promise<SignInResult> {
  const attempt = { network, details: { by: 'passkey' } };
  return signIn(ports, attempt, () => findByPasskey(ports, { ...answer, purpose: 'sign-in' }));
}

/** Network of the attempt, and details for the audit log. */
export type SignInAttempt = Pick<AuditEntry, 'details'> & {
  readonly network: string;
  /** Action in the audit log; default: `admin.sign-in`. */
  readonly action?: string;
};

/** Counts and records an attempt to sign in, by any method. */
export async function signIn(
  ports: SignInPorts,
  { network, action = 'admin.sign-in', ...said }: SignInAttempt,
  find: () => Promise<Tried>,
): Promise<SignInResult> {
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
  /** The authenticated admin. */
  readonly admin: Admin | null;
  /** Id of the admin whose address or passkey was given; `null` when unknown. */
  readonly tried: string | null;
  /** Further reason of a failure. */
  readonly reason?: string;
}

/** @throws UnavailableError when the queue of password checks is full */
export async function findByPassword(ports: SignInPorts, { email, password, network }: SignInRequest): Promise<Tried> {
  const row = await ports.database.db
    .selectFrom('admins')
    .select([...shown, 'password_hash'])
    .where('email_canonical', '=', readEmail(email)?.canonical ?? '')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const isKnown = await isKnownNetwork(ports, row?.id ?? '', network);
  const sender = { network, isKnown, isGone: isClientGone };
  const right = await ports.hashes.verifyPassword(password, row?.password_hash ?? NOBODY, sender);
  const admin = row && right ? { id: row.id, email: row.email, name: row.name, group: row.group } : null;
  return { admin, tried: row?.id ?? null };
}

export async function findByPasskey(
  ports: StaffPorts,
  answer: PasskeyResponse & Pick<ChallengeOwner, 'purpose'>,
): Promise<Tried> {
  const { adminId, isRight } = await checkPasskey(ports, answer);
  const admin = isRight && adminId !== null ? await findAdmin(ports, adminId) : null;
  return { admin, tried: adminId };
}

/** A hash with the usual cost that matches no password: its tag is all zeros. */
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
