import { readEmail } from '#server/platform/forms/email.ts';
import type { Claims } from '#server/platform/identity/identity-provider.ts';
import { openSignIn, sealSignIn, type SignInState } from '#server/platform/identity/sign-in-state.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';
import { findAdmin } from './admins.ts';
import type { StaffPorts } from './ports.ts';
import { type Attempt, signIn, type SignInAnswer } from './sign-in.ts';

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

/** Where somebody of the staff signs in with an account of the house; `null` while the provider is out, or where there is none. */
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
 * What the provider of the house answered. Its word opens an account that is there already and enabled, whose address it vouches for;
 * it makes none. From the first time on the account belongs to that identity: anyone who is given the same address later is somebody else.
 */
export async function signInByProvider(
  ports: StaffPorts,
  { answer, browser, network }: ProviderReturn,
): Promise<ProviderSignInAnswer> {
  const { state: sealed = '' } = answer;
  const state = openSignIn(ports, sealed);
  const begun = state?.provider === PROVIDER ? { locale: state.locale, next: state.document ?? '' } : null;
  const attempt: Attempt = { network, details: { by: 'provider' } };
  if (state === null || begun === null || state.browser !== browser || ports.provider === null)
    return { ...(await refused(ports, attempt, 'state')), begun, provedAt: 0 };
  const { nonce, verifier } = state;
  const asked = await ports.provider.identify(answer, { state: sealed, nonce, verifier });
  if (asked.state === 'failed') {
    if (!asked.isOutage) return { ...(await refused(ports, attempt, asked.reason)), begun, provedAt: 0 };
    ports.log.warn('staff.provider-unavailable', { reason: asked.reason });
    return { outcome: 'unavailable', begun, provedAt: 0 };
  }
  const provedAt = provedAtIn(asked.claims, ports.clock.now());
  return { ...(await signIn(ports, attempt, () => findByClaims(ports, asked.claims))), begun, provedAt };
}

/** A provider may answer from a session of its own, whatever it was asked for: then it was then. Its clock may be ahead of this one. */
function provedAtIn({ auth_time: at }: Claims, now: number): number {
  return typeof at === 'number' && at > 0 ? Math.min(at * 1_000, now) : 0;
}

function refused(ports: StaffPorts, attempt: Attempt, reason: string): Promise<SignInAnswer> {
  const said = { ...attempt, details: { by: 'provider', reason } };
  return signIn(ports, said, async () => ({ admin: null, tried: null }));
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
