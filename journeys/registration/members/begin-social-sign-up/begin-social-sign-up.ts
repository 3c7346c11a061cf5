import type { TooMany } from '#journeys/registration/server/outcomes.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { sealSignIn } from '#server/platform/oidc/sign-in-state.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface BeginSocialRequest {
  /** As named by the form. */
  readonly provider: string;
  readonly locale: Locale;
  /** The page of the form. */
  readonly document: string | null;
  /** The visitor's code, if the page knows it; registering requires a valid one anyway. */
  readonly code: string | null;
  readonly validityTimestamp: string | null;
  readonly network: string;
}

export type BeginSocialResult =
  /** `browser` must be stored in the session, `url` is the authorization URL. */
  | { readonly outcome: 'begun'; readonly url: string; readonly browser: string }
  /** The provider is not configured. */
  | { readonly outcome: 'coming-soon' }
  | { readonly outcome: 'unavailable' }
  | TooMany;

/**
 * First step of a social sign-up: redirects to the provider (S4). Data for checking the callback is encrypted in `state`; the session
 * stores which sign-in belongs to the browser, to prevent login CSRF.
 */
export async function beginSocialSignUp(
  ports: MemberPorts,
  { provider, locale, document, code, validityTimestamp, network }: BeginSocialRequest,
): Promise<BeginSocialResult> {
  const { providers, random, settings } = ports;
  if (!providers.isLive(provider)) return { outcome: 'coming-soon' };
  const limit = settings.limits.requestsPerNetwork;
  const limited = await ports.limits.count({ action: 'social', network, limit });
  if (!limited.allowed) return { outcome: 'too-many-requests', retryAfterSeconds: limited.retryAfterSeconds };

  const [nonce, verifier, browser] = [
    makeSingleUseToken(random),
    makeSingleUseToken(random),
    makeSingleUseToken(random),
  ];
  const state = sealSignIn(ports, { provider, locale, document, code, validityTimestamp, nonce, verifier, browser });
  const url = await providers.begin(provider, { state, nonce, verifier });
  if (url !== null) return { outcome: 'begun', url, browser };
  ports.log.warn('social.unavailable', { provider });
  return { outcome: 'unavailable' };
}
