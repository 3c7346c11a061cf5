import type { Clock } from '#server/platform/ports.ts';
import {
  type Claims,
  createIdentityProvider,
  type IdentityProvider,
  type ProviderAccount,
  type SignInChecks,
} from './identity-provider.ts';
import type { ProviderFailure } from './provider-failure.ts';

export const providerNames = ['google', 'facebook', 'apple'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Credentials of this site at a provider; default issuer: the provider's own. */
export type VisitorsProvider = Omit<ProviderAccount, 'issuer'> & Partial<Pick<ProviderAccount, 'issuer'>>;

export interface IdentityOptions {
  readonly accounts: Readonly<Partial<Record<ProviderName, VisitorsProvider>>>;
  /** Redirect URI without the provider's name. */
  readonly callback: string;
  readonly clock: Clock;
  /** Allows `http`, for local providers. */
  readonly insecure?: boolean;
}

/** The identity of a visitor. */
export interface Identity {
  /** `null` when it was not requested, does not exist or is hidden by the provider. */
  readonly email: string | null;
  /** Whether the provider verified the email address; false when it does not say so. */
  readonly isVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export type ProviderResponse = { readonly state: 'identified'; readonly identity: Identity } | ProviderFailure;

/** Sign-in of visitors with external accounts, by OpenID Connect with PKCE. */
export interface IdentityProviders {
  /** Whether a provider of this name is configured. */
  isLive(provider: string): provider is ProviderName;
  /** @returns authorization URL; `null` while the provider is unavailable */
  begin(name: ProviderName, checks: SignInChecks): Promise<string | null>;
  /** @param answer parameters of the callback: query, or fields of a cross-site POST */
  identify(
    name: ProviderName,
    answer: Readonly<Record<string, string>>,
    checks: SignInChecks,
  ): Promise<ProviderResponse>;
}

/** For a server without providers. */
export const noProviders: IdentityProviders = {
  isLive: (_provider): _provider is ProviderName => false,
  begin: async () => null,
  identify: async () => notConfigured,
};

const notConfigured: ProviderFailure = { state: 'failed', isOutage: true, reason: 'not configured' };

const issuers: Readonly<Record<ProviderName, string>> = {
  google: 'https://accounts.google.com',
  facebook: 'https://www.facebook.com',
  apple: 'https://appleid.apple.com',
};

/** Apple returns names and addresses only with `response_mode=form_post`. */
const providerParameters: Readonly<Record<ProviderName, Readonly<Record<string, string>>>> = {
  google: { scope: 'openid email profile', prompt: 'select_account' },
  facebook: { scope: 'openid email public_profile' },
  apple: { scope: 'openid name email', response_mode: 'form_post' },
};

/** The configured providers. */
export function createIdentityProviders({ accounts, callback, ...rest }: IdentityOptions): IdentityProviders {
  const providers = new Map<string, IdentityProvider>();
  for (const name of providerNames) {
    const account = accounts[name];
    if (account === undefined) continue;
    const own = { account: { issuer: issuers[name], ...account }, parameters: providerParameters[name] };
    providers.set(name, createIdentityProvider({ ...own, callback: callback + name, ...rest }));
  }
  return {
    isLive: (name): name is ProviderName => providers.has(name),
    begin: async (name, checks) => (await providers.get(name)?.begin(checks)) ?? null,
    async identify(name, answer, checks) {
      const found = (await providers.get(name)?.identify(answer, checks)) ?? notConfigured;
      if (found.state === 'failed') return found;
      return { state: 'identified', identity: toIdentity(found.claims, answer['user']) };
    },
  };
}

/** @param user posted by Apple beside the code, on the first sign-in only: a name as JSON */
function toIdentity(claims: Claims, user: string | undefined): Identity {
  const { firstName, lastName } = nameIn(user);
  return {
    email: toText(claims['email']),
    // Apple sends a string, all others a boolean.
    isVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    firstName: toText(claims['given_name']) ?? firstName,
    lastName: toText(claims['family_name']) ?? lastName,
  };
}

function nameIn(user: string | undefined): Pick<Identity, 'firstName' | 'lastName'> {
  try {
    const { name }: { readonly name?: { readonly firstName?: unknown; readonly lastName?: unknown } } = JSON.parse(
      user ?? '{}',
    );
    return { firstName: toText(name?.firstName), lastName: toText(name?.lastName) };
  } catch {
    // Untrusted: it was sent by a browser.
    return { firstName: null, lastName: null };
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
