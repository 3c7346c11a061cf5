import { readEmail } from '#server/platform/forms/email.ts';
import type { Claims } from '#server/platform/oidc/identity-provider.ts';
import { openSignIn, sealSignIn, type SignInState } from '#server/platform/oidc/sign-in-state.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';
import { findAdmin } from './admins.ts';
import type { SignInPorts, StaffPorts } from './ports.ts';
import { signIn, type SignInResult, type Tried } from './sign-in.ts';

export interface BeginProviderSignIn {
  /** Identifies this browser; the response is valid in it only. */
  readonly browser: string;
  readonly locale: string;
  /** Path to redirect to. */
  readonly next: string;
}

const PROVIDER = 'staff';

/**
 * Authorization parameters. Require authentication at the provider and its time, so that an open provider session is not enough (OpenID
 * Connect Core 1.0, 3.1.2.1: `prompt`, `max_age`).
 */
export const staffProviderParameters = { scope: 'openid email', prompt: 'login', max_age: '0' } as const;

/** Authorization URL of the staff identity provider; `null` while it is unavailable, or without one. */
export async function beginProviderSignIn(
  ports: StaffPorts,
  { browser, locale, next }: BeginProviderSignIn,
): Promise<string | null> {
  const [nonce, verifier] = [makeSingleUseToken(ports.random), makeSingleUseToken(ports.random)];
  const rest = { document: next, code: null, validityTimestamp: null };
  const state = sealSignIn(ports, { provider: PROVIDER, locale, nonce, verifier, browser, ...rest });
  return (await ports.provider?.begin({ state, nonce, verifier })) ?? null;
}

export interface ProviderReturn {
  /** Parameters of the callback. */
  readonly answer: Readonly<Record<string, string>>;
  readonly browser: string;
  readonly network: string;
}

export type ProviderSignInResult = (SignInResult | { readonly outcome: 'unavailable' }) & {
  /** Time of authentication at the provider in milliseconds since the epoch; 0 when missing. */
  readonly provedAt: number;
  /** State of the sign-in; `null` when it is invalid or expired. */
  readonly begun: (Pick<SignInState, 'locale'> & { readonly next: string }) | null;
};

/**
 * Handles the callback of the staff identity provider. Signs in to an existing, enabled account with a verified email address; creates
 * none. The first sign-in links the account to the identity, so that a later owner of the same address is another user.
 *
 * A callback without a sign-in that this browser began is not counted as an attempt: any site can redirect browsers here, which would block
 * their network. `state` cannot be guessed, so nothing can be learned by trying.
 */
export async function signInByProvider(
  ports: SignInPorts,
  { answer, browser, network }: ProviderReturn,
): Promise<ProviderSignInResult> {
  const { provider } = ports;
  const { state: sealed = '' } = answer;
  const state = openSignIn(ports, sealed);
  const begun = state?.provider === PROVIDER ? { locale: state.locale, next: state.document ?? '' } : null;
  if (state === null || begun === null || state.browser !== browser || provider === null)
    return { outcome: 'refused', begun, provedAt: 0 };
  const { nonce, verifier } = state;
  let provedAt = 0;
  const find = async (): Promise<Tried> => {
    const asked = await provider.identify(answer, { state: sealed, nonce, verifier });
    if (asked.state === 'identified') {
      provedAt = provedAtIn(asked.claims, ports.clock.now());
      return findByClaims(ports, asked.claims);
    }
    if (asked.isOutage) throw new ProviderUnavailableError(asked.reason);
    return { admin: null, tried: null, reason: asked.reason };
  };
  try {
    const signedIn = await signIn(ports, { network, details: { by: 'provider' } }, find);
    return { ...signedIn, begun, provedAt };
  } catch (error) {
    if (!(error instanceof ProviderUnavailableError)) throw error;
    ports.log.warn('staff.provider-unavailable', { reason: error.message });
    return { outcome: 'unavailable', begun, provedAt: 0 };
  }
}

class ProviderUnavailableError extends Error {}

/** A provider may use an existing session despite the parameters; then the time is that of the session. Its clock may be ahead. */
function provedAtIn({ auth_time: at }: Claims, now: number): number {
  return typeof at === 'number' && at > 0 ? Math.min(at * 1_000, now) : 0;
}

async function findByClaims(ports: StaffPorts, claims: Claims) {
  const { iss, sub, email, email_verified: isVerified } = claims;
  const address = isVerified === true && typeof email === 'string' ? readEmail(email) : null;
  if (address === null || typeof iss !== 'string' || typeof sub !== 'string') return { admin: null, tried: null };
  const identity = `${iss} ${sub}`;
  const { db } = ports.database;
  const row = await db
    .selectFrom('admins')
    .select('id')
    .where('email_canonical', '=', address.canonical)
    .executeTakeFirst();
  if (row === undefined) return { admin: null, tried: null };
  // Of two concurrent requests, one links the identity; the other is compared with it.
  const own = db.updateTable('admins').set({ oidc_subject: identity }).where('id', '=', row.id);
  const bound = await own
    .where(({ eb, or }) => or([eb('oidc_subject', 'is', null), eb('oidc_subject', '=', identity)]))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const admin = bound.numUpdatedRows > 0n ? await findAdmin(ports, row.id) : null;
  return { admin, tried: row.id };
}
