import * as client from 'openid-client';
import type { Clock } from '#server/platform/ports.ts';
import { appleSecret, type AppleKey } from './apple-secret.ts';
import { failureOf, type ProviderFailure } from './provider-failure.ts';

export const providerNames = ['google', 'facebook', 'apple'] as const;
export type ProviderName = (typeof providerNames)[number];

/** What a provider gave this site when it was registered there. */
export interface ProviderAccount {
  readonly clientId: string;
  /** A fixed secret, or the key that one is made with for each question (Apple). */
  readonly secret: string | AppleKey;
  /** Where its discovery document is (OpenID Connect Discovery 1.0, 4); the provider's own unless given. */
  readonly issuer?: string;
  /** For a provider whose discovery names none (Facebook). */
  readonly tokenEndpoint?: string;
}

export interface IdentityOptions {
  readonly accounts: Readonly<Partial<Record<ProviderName, ProviderAccount>>>;
  /** Address to which a provider sends its visitors back, without the name of the provider. */
  readonly callback: string;
  readonly clock: Clock;
  /** `http` is allowed, for providers on this machine. */
  readonly insecure?: boolean;
}

/** What only the browser's own sign-in knows: the answer must match it. */
export interface SignInChecks {
  /** Sent and given back as it is (RFC 6749, 10.12). */
  readonly state: string;
  /** Stands in the ID token (OpenID Connect Core 1.0, 15.5.2). */
  readonly nonce: string;
  /** 43 to 128 characters (RFC 7636, 4.1). */
  readonly verifier: string;
}

/** What a provider says of its visitor. */
export interface Identity {
  /** `null` when the provider was not asked for it, has none or keeps it. */
  readonly email: string | null;
  /** Whether the provider has seen that the address is the visitor's; one that does not say so has not. */
  readonly isVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export type SignInAnswer = { readonly state: 'identified'; readonly identity: Identity } | ProviderFailure;

/** Signing in with an account that the visitor has elsewhere, by OpenID Connect with PKCE. */
export interface IdentityProviders {
  /** Whether this server is registered with a provider of this name. */
  isLive(provider: string): provider is ProviderName;
  /** @returns where the visitor signs in; `null` while the provider is out */
  begin(name: ProviderName, checks: SignInChecks): Promise<string | null>;
  /** @param answer what the visitor brought back from there: a query, or the fields of a form that was posted across sites */
  identify(name: ProviderName, answer: Readonly<Record<string, string>>, checks: SignInChecks): Promise<SignInAnswer>;
}

/** For a server that is registered nowhere. */
export const noProviders: IdentityProviders = {
  isLive: (_provider): _provider is ProviderName => false,
  begin: async () => null,
  identify: async () => ({ state: 'failed', isOutage: true, reason: 'not configured' }),
};

const issuers: Readonly<Record<ProviderName, string>> = {
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  apple: 'https://appleid.apple.com',
};

/** Apple gives names and addresses only to whoever lets it answer by a form. */
const parametersOf: Readonly<Record<ProviderName, Readonly<Record<string, string>>>> = {
  google: { scope: 'openid email profile', prompt: 'select_account' },
  facebook: { scope: 'openid email public_profile' },
  apple: { scope: 'openid name email', response_mode: 'form_post' },
};

/** Seconds for one question to a provider: a visitor waits for it. */
const PATIENCE = 4;
/** Milliseconds for which its discovery document counts. */
const FRESH = 3_600_000;

/** The providers that this server is registered with. */
export function createIdentityProviders(options: IdentityOptions): IdentityProviders {
  const { accounts, callback, clock } = options;
  const known = new Map<ProviderName, { readonly until: number; readonly asked: Promise<client.Configuration> }>();

  function configurationOf(name: ProviderName): Promise<client.Configuration> {
    const remembered = known.get(name);
    if (remembered !== undefined && remembered.until > clock.now()) return remembered.asked;
    const asked = discovered(name, options);
    known.set(name, { until: clock.now() + FRESH, asked });
    // What failed is asked for again by the next visitor.
    asked.catch(() => known.delete(name));
    return asked;
  }

  return {
    isLive: (name): name is ProviderName => Object.hasOwn(accounts, name),
    async begin(name, { state, nonce, verifier }) {
      try {
        const url = client.buildAuthorizationUrl(await configurationOf(name), {
          redirect_uri: callback + name,
          ...parametersOf[name],
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      } catch (error) {
        if (failureOf(error).isOutage) return null;
        throw error;
      }
    },
    async identify(name, answer, { state, nonce, verifier }) {
      const url = new URL(callback + name);
      for (const [parameter, value] of Object.entries(answer)) url.searchParams.set(parameter, value);
      try {
        const tokens = await client.authorizationCodeGrant(await configurationOf(name), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return { state: 'identified', identity: identityOf(tokens.claims() ?? {}, answer['user']) };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

async function discovered(
  name: ProviderName,
  { accounts, clock, insecure }: IdentityOptions,
): Promise<client.Configuration> {
  const { clientId, secret, issuer = issuers[name], tokenEndpoint } = accounts[name] ?? { clientId: '', secret: '' };
  const authentication =
    typeof secret === 'string' ? client.ClientSecretPost(secret) : signedSecret(secret, clientId, issuer, clock);
  const found = await client.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: PATIENCE,
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
  completed.timeout = PATIENCE;
  if (insecure === true) client.allowInsecureRequests(completed);
  return completed;
}

/** A secret that is good for one question. */
function signedSecret(key: AppleKey, clientId: string, audience: string, clock: Clock): client.ClientAuth {
  return async (_server, _client, body) => {
    body.set('client_id', clientId);
    body.set('client_secret', await appleSecret(key, clientId, audience, clock.now()));
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** @param user what Apple posts beside the code, the first time only: a name in JSON. */
function identityOf(claims: Claims, user: string | undefined): Identity {
  const { firstName, lastName } = nameIn(user);
  return {
    email: textOf(claims['email']),
    // Apple writes the word, all others the value.
    isVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: textOf(claims['given_name']) ?? firstName,
    lastName: textOf(claims['family_name']) ?? lastName,
  };
}

function nameIn(user: string | undefined): Pick<Identity, 'firstName' | 'lastName'> {
  try {
    const { name }: { readonly name?: { readonly firstName?: unknown; readonly lastName?: unknown } } = JSON.parse(
      user ?? '{}',
    );
    return { firstName: textOf(name?.firstName), lastName: textOf(name?.lastName) };
  } catch {
    // It came through a browser: it may be anything.
    return { firstName: null, lastName: null };
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
