import { storeDraft } from '#journeys/registration/members/draft/stored-draft.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { HOUR } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { type Email, readEmail } from '#server/platform/forms/email.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { Identity } from '#server/platform/oidc/identity-providers.ts';
import { openSignIn, type SignInState } from '#server/platform/oidc/sign-in-state.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface SignInSociallyRequest {
  /** Parameters of the callback. */
  readonly answer: Readonly<Record<string, string>>;
  /** Sign-in in the browser's session. */
  readonly browser: string | null;
}

export type SignInSociallyResult =
  | {
      readonly outcome: 'identified';
      /** Id of the draft with name and address. */
      readonly draft: string;
      readonly email: string;
      /** Whether the provider verified the address. */
      readonly isVerified: boolean;
      /** Expiry of the draft in milliseconds since the epoch. */
      readonly validUntil: number;
    }
  /** The address, as verified by the provider, has an account. */
  | { readonly outcome: 'already-active' }
  /** The provider returned no address. */
  | { readonly outcome: 'no-address' }
  /** Cancelled, expired, begun in another browser, or an invalid response. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unavailable' };

/**
 * Handles the callback of a provider (S4). Name and address are stored in a draft; the registration still requires a valid code (B11) and
 * an activation mail: a provider cannot open an account. For an address that the provider verified, the response may reveal an existing
 * account, and the visitor continues at the second step; other addresses are treated like entered ones.
 */
export async function signInSocially(
  ports: MemberPorts,
  { answer, browser }: SignInSociallyRequest,
): Promise<SignInSociallyResult> {
  const { state: sealed = '' } = answer;
  const state = openSignIn(ports, sealed);
  if (state === null || browser === null || state.browser !== browser || !ports.providers.isLive(state.provider))
    return refused(ports, state?.provider ?? 'unknown', 'state');
  const { provider, nonce, verifier } = state;
  const asked = await ports.providers.identify(provider, answer, { state: sealed, nonce, verifier });
  if (asked.state === 'failed') {
    if (!asked.isOutage) return refused(ports, provider, asked.reason);
    ports.log.warn('social.unavailable', { provider, reason: asked.reason });
    return { outcome: 'unavailable' };
  }
  const { identity } = asked;
  const email = readEmail(identity.email ?? '');
  if (email === null) return { outcome: 'no-address' };
  if (identity.isVerified && (await isActive(ports, email))) return { outcome: 'already-active' };
  return {
    outcome: 'identified',
    draft: await drafted(ports, state, identity, email),
    email: email.typed,
    isVerified: identity.isVerified,
    validUntil: ports.clock.now() + ports.settings.draftHours * HOUR,
  };
}

function refused({ log }: MemberPorts, provider: string, reason: string): SignInSociallyResult {
  log.info('social.refused', { provider, reason });
  return { outcome: 'refused' };
}

async function isActive({ database }: MemberPorts, { canonical }: Email): Promise<boolean> {
  const member = await database.db
    .selectFrom('members')
    .select('id')
    .where('email_canonical', '=', canonical)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return member !== undefined;
}

async function drafted(
  ports: MemberPorts,
  { code, validityTimestamp }: SignInState,
  { firstName, lastName }: Identity,
  { typed }: Email,
): Promise<string> {
  const draft = makeSingleUseToken(ports.random);
  const values = { email: typed, ...namesIn({ firstName, lastName }), ...given({ code, validityTimestamp }) };
  await withTransaction(ports.database, (tx) => storeDraft(ports, tx, draft, { values }));
  return draft;
}

/** Names that the form would reject are dropped, because drafts contain validated values only. */
function namesIn(names: Readonly<Record<'firstName' | 'lastName', string | null>>): Readonly<Record<string, string>> {
  const checked = validateForm('registration', given(names));
  const wrong = new Set(checked.ok ? [] : checked.errors.map(({ field }) => field));
  return Object.fromEntries(Object.entries(given(names)).filter(([field]) => !wrong.has(field)));
}

function given(values: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  );
}
