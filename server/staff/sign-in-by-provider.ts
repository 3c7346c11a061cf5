import { readEmail } from '#server/platform/forms/email.ts';
import type { Claims } from '#server/platform/oidc/identity-provider.ts';
import { openSignIn, sealSignIn, type SignInState } from '#server/platform/oidc/sign-in-state.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';
import { findAdmin } from './admins.ts';
import type { SignInPorts, StaffPorts } from './ports.ts';
import { signIn, type SignInAnswer, type Tried } from './sign-in.ts';

export interface BeginProviderSignIn {
  /** What only this browser has; the answer counts in it alone. */
  readonly browser: string;
  readonly locale: string;
  /** Path to go on to. */
  readonly next: string;
}

const PROVIDER = 'staff';

/**
 * What the provider is asked for. Anyone who sits down at a browser that is signed in there is asked who it is, and the answer says when that
 * was (OpenID Connect Core 1.0, 3.1.2.1: `prompt`, `max_age`).
 */
export const staffProviderParameters = { scope: 'openid email', prompt: 'login', max_age: '0' } as const;

/** Where a staff user signs in with the identity provider of the staff; `null` while the provider is out, or where there is none. */
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
  /** What came back in the address. */
  readonly answer: Readonly<Record<string, string>>;
  readonly browser: string;
  readonly network: string;
}

export type ProviderSignInAnswer = (SignInAnswer | { readonly outcome: 'unavailable' }) & {
  /** Milliseconds since the epoch: when the provider asked who it is; 0 when it does not say. */
  readonly provedAt: number;
  /** Of the sign-in that was begun; `null` for one that nobody began here, or that is over. */
  readonly begun: (Pick<SignInState, 'locale'> & { readonly next: string }) | null;
};

/**
 * What the identity provider of the staff answered. Its word opens an account that is there already and enabled, whose address it vouches for;
 * it makes none. From the first time on the account belongs to that identity: anyone who is given the same address later is another user.
 *
 * An answer to what this browser did not begin is no try to sign in, and counts nowhere: any site can lead browsers here, and would
 * shut the people of their network out. Nobody can make up a `state`, so that nothing is to be found out by trying.
 */
export async function signInByProvider(
  ports: SignInPorts,
  { answer, browser, network }: ProviderReturn,
): Promise<ProviderSignInAnswer> {
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

/** A provider may answer from a session of its own, whatever it was asked for: then it was then. Its clock may be ahead of this one. */
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
  // Of two at once one is the first; the other is compared with it.
  const own = db.updateTable('admins').set({ oidc_subject: identity }).where('id', '=', row.id);
  const bound = await own
    .where(({ eb, or }) => or([eb('oidc_subject', 'is', null), eb('oidc_subject', '=', identity)]))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  const admin = bound.numUpdatedRows > 0n ? await findAdmin(ports, row.id) : null;
  return { admin, tried: row.id };
}
