import * as client from 'openid-client';
import type { Clock } from '#server/platform/ports.ts';
import { createAppleSecret, type AppleKey } from './apple-secret.ts';
import { toProviderFailure, type ProviderFailure } from './provider-failure.ts';

/** Credentials of this site at a provider. */
export interface ProviderAccount {
  readonly clientId: string;
  /** A fixed secret, or the key that signs one per request (Apple). */
  readonly secret: string | AppleKey;
  /** Base of its discovery document (OpenID Connect Discovery 1.0, 4). */
  readonly issuer: string;
  /** For a provider whose discovery document has none (Facebook). */
  readonly tokenEndpoint?: string;
}

export interface ProviderOptions {
  readonly account: ProviderAccount;
  /** Additional authorization parameters, such as `scope`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Redirect URI. */
  readonly callback: string;
  readonly clock: Clock;
  /** Allows `http`, for local providers. */
  readonly insecure?: boolean;
}

/** Secrets of one sign-in, which the callback must match. */
export interface SignInChecks {
  /** Returned unchanged by the provider (RFC 6749, 10.12). */
  readonly state: string;
  /** Part of the ID token (OpenID Connect Core 1.0, 15.5.2). */
  readonly nonce: string;
  /** 43 to 128 characters (RFC 7636, 4.1). */
  readonly verifier: string;
}

/** Claims of an ID token (OpenID Connect Core 1.0, 2). */
export type Claims = Readonly<Record<string, unknown>>;

/** An OpenID Connect provider, by the code flow with PKCE. */
export interface IdentityProvider {
  /** @returns authorization URL; `null` while the provider is unavailable */
  begin(checks: SignInChecks): Promise<string | null>;
  /** @param answer parameters of the callback */
  identify(
    answer: Readonly<Record<string, string>>,
    checks: SignInChecks,
  ): Promise<{ readonly state: 'identified'; readonly claims: Claims } | ProviderFailure>;
}

/** Timeout of a request to a provider in seconds: a visitor is waiting. */
const TIMEOUT_SECONDS = 4;
/** Cache lifetime of the discovery document in milliseconds. */
const DISCOVERY_TTL_MS = 3_600_000;

export function createIdentityProvider(options: ProviderOptions): IdentityProvider {
  const { parameters, callback, clock } = options;
  let known: { readonly until: number; readonly asked: Promise<client.Configuration> } | null = null;

  function configuration(): Promise<client.Configuration> {
    if (known !== null && known.until > clock.now()) return known.asked;
    const asked = discovered(options);
    known = { until: clock.now() + DISCOVERY_TTL_MS, asked };
    // Failures are not cached.
    asked.catch(() => {
      known = null;
    });
    return asked;
  }

  return {
    async begin({ state, nonce, verifier }) {
      try {
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: callback,
          ...parameters,
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      } catch (error) {
        if (toProviderFailure(error).isOutage) return null;
        throw error;
      }
    },
    async identify(answer, { state, nonce, verifier }) {
      const url = new URL(callback);
      for (const [parameter, value] of Object.entries(answer)) url.searchParams.set(parameter, value);
      try {
        const tokens = await client.authorizationCodeGrant(await configuration(), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return { state: 'identified', claims: tokens.claims() ?? {} };
      } catch (error) {
        return toProviderFailure(error);
      }
    },
  };
}

async function discovered({ account, clock, insecure }: ProviderOptions): Promise<client.Configuration> {
  const { clientId, secret, issuer, tokenEndpoint } = account;
  const authentication =
    typeof secret === 'string' ? client.ClientSecretPost(secret) : signedSecret(secret, clientId, issuer, clock);
  const found = await client.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    ...(insecure === true && { execute: [client.allowInsecureRequests] }),
  });
  if (tokenEndpoint === undefined || found.serverMetadata().token_endpoint !== undefined) return found;
  const { supportsPKCE: _method, ...metadata } = found.serverMetadata();
  const completed = new client.Configuration(
    { ...metadata, token_endpoint: tokenEndpoint },
    clientId,
    undefined,
    authentication,
  );
  completed.timeout = TIMEOUT_SECONDS;
  if (insecure === true) client.allowInsecureRequests(completed);
  return completed;
}

/** A secret for one request. */
function signedSecret(key: AppleKey, clientId: string, audience: string, clock: Clock): client.ClientAuth {
  return async (_server, _client, body) => {
    body.set('client_id', clientId);
    body.set('client_secret', await createAppleSecret(key, clientId, audience, clock.now()));
  };
}
