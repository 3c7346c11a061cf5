import type { IdentityOptions } from '#server/platform/oidc/identity-providers.ts';
import type { ProviderAccount } from '#server/platform/oidc/identity-provider.ts';
import type { SettingName, SettingOrDefault } from './table.ts';

type Read = <Name extends SettingName>(name: Name) => SettingOrDefault<Name>;

/** Required settings of each provider beside its client id. */
const needed = {
  GOOGLE_CLIENT_ID: ['GOOGLE_CLIENT_SECRET'],
  FACEBOOK_CLIENT_ID: ['FACEBOOK_CLIENT_SECRET'],
  STAFF_OIDC_ISSUER: ['STAFF_OIDC_CLIENT_ID', 'STAFF_OIDC_CLIENT_SECRET'],
  APPLE_CLIENT_ID: ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
} as const satisfies Partial<Record<SettingName, readonly SettingName[]>>;

/** Providers whose settings are complete; incomplete ones are reported as problems. */
export function readProviders(
  read: Read,
  environment: Readonly<Record<string, string | undefined>>,
  complain: (name: SettingName, message: string) => void,
): IdentityOptions['accounts'] {
  for (const [client, others] of Object.entries(needed)) {
    const group: readonly SettingName[] = [client as keyof typeof needed, ...others];
    const missing = group.filter((name) => !environment[name]);
    if (missing.length < group.length)
      for (const name of missing) complain(name, `It belongs to ${client}. Set ${group.join(', ')}, or none of them.`);
  }
  const [google, facebook, apple] = [read('GOOGLE_CLIENT_ID'), read('FACEBOOK_CLIENT_ID'), read('APPLE_CLIENT_ID')];
  return {
    ...(google !== '' && { google: { clientId: google, secret: read('GOOGLE_CLIENT_SECRET') } }),
    ...(facebook !== '' && {
      facebook: {
        clientId: facebook,
        secret: read('FACEBOOK_CLIENT_SECRET'),
        tokenEndpoint: read('FACEBOOK_TOKEN_URL'),
      },
    }),
    ...(apple !== '' && {
      apple: {
        clientId: apple,
        secret: {
          teamId: read('APPLE_TEAM_ID'),
          keyId: read('APPLE_KEY_ID'),
          privateKey: read('APPLE_PRIVATE_KEY'),
        },
      },
    }),
  };
}

/** Identity provider of the staff; `null` for none. */
export function readStaffProvider(read: Read): ProviderAccount | null {
  const issuer = read('STAFF_OIDC_ISSUER');
  const [clientId, secret] = [read('STAFF_OIDC_CLIENT_ID'), read('STAFF_OIDC_CLIENT_SECRET')];
  return issuer === '' ? null : { issuer, clientId, secret };
}
