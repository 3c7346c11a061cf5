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

/** What a provider gave this site when it was registered there; its issuer is the provider's own unless given. */
export type VisitorsProvider = Omit<ProviderAccount, 'issuer'> & Partial<Pick<ProviderAccount, 'issuer'>>;

export interface IdentityOptions {
  readonly accounts: Readonly<Partial<Record<ProviderName, VisitorsProvider>>>;
  /** Address to which a provider sends its visitors back, without the name of the provider. */
  readonly callback: string;
  readonly clock: Clock;
  /** `http` is allowed, for providers on this machine. */
  readonly insecure?: boolean;
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

export type ProviderAnswer = { readonly state: 'identified'; readonly identity: Identity } | ProviderFailure;

/** Signing in with an account that the visitor has elsewhere, by OpenID Connect with PKCE. */
export interface IdentityProviders {
  /** Whether this server is registered with a provider of this name. */
  isLive(provider: string): provider is ProviderName;
  /** @returns where the visitor signs in; `null` while the provider is out */
  begin(name: ProviderName, checks: SignInChecks): Promise<string | null>;
  /** @param answer what the visitor brought back from there: a query, or the fields of a form that was posted across sites */
  identify(name: ProviderName, answer: Readonly<Record<string, string>>, checks: SignInChecks): Promise<ProviderAnswer>;
}

/** For a server that is registered nowhere. */
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

/** Apple gives names and addresses only to anyone who lets it answer by a form. */
const providerParameters: Readonly<Record<ProviderName, Readonly<Record<string, string>>>> = {
  google: { scope: 'openid email profile', prompt: 'select_account' },
  facebook: { scope: 'openid email public_profile' },
  apple: { scope: 'openid name email', response_mode: 'form_post' },
};

/** The providers that this server is registered with. */
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

/** @param user what Apple posts beside the code, the first time only: a name in JSON. */
function toIdentity(claims: Claims, user: string | undefined): Identity {
  const { firstName, lastName } = nameIn(user);
  return {
    email: toText(claims['email']),
    // Apple writes the word, all others the value.
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
    // It came through a browser: it may be anything.
    return { firstName: null, lastName: null };
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
