import type { TooMany } from '#journeys/registration/server/outcomes.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { sealSignIn } from '#server/platform/oidc/sign-in-state.ts';
import { makeSingleUseToken } from '#server/platform/tokens/single-use-token.ts';

export interface BeginSocialRequest {
  /** As the form names it. */
  readonly provider: string;
  readonly locale: Locale;
  /** The page that it is begun on. */
  readonly document: string | null;
  /** What the visitor was invited by, as far as the page knows; a valid code is asked for in any case. */
  readonly code: string | null;
  readonly validityTimestamp: string | null;
  readonly network: string;
}

export type BeginSocialAnswer =
  /** `browser` belongs into the session of the one who began, `url` is the provider's sign-in. */
  | { readonly outcome: 'begun'; readonly url: string; readonly browser: string }
  /** This server is not registered with the provider. */
  | { readonly outcome: 'coming-soon' }
  | { readonly outcome: 'unavailable' }
  | TooMany;

/**
 * The first step of the social sign-up leads to the sign-in of a provider (S4). Everything that its answer is checked by travels sealed in
 * `state`; the browser's session only knows which sign-in is its own, so that nobody ends in another person's account.
 */
export async function beginSocialSignUp(
  ports: MemberPorts,
  { provider, locale, document, code, validityTimestamp, network }: BeginSocialRequest,
): Promise<BeginSocialAnswer> {
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
