import { matching, setting } from './setting.ts';

/** Credentials of this site at identity providers for visitors (S4). */
export const providerSettings = {
  GOOGLE_CLIENT_ID: setting({
    description:
      'OAuth client of this site at Google, for sign-ups with Google accounts. Its redirect URI is `/do/social/google` under `PUBLIC_ORIGIN` and `BASE_PATH`. Without it the button says that it comes soon. Needs `GOOGLE_CLIENT_SECRET`.',
    allowed: 'letters, digits, `-`, `_` and `.`',
    default: { demo: '', production: '' },
    parse: matching(/^[\w.-]*$/),
  }),
  GOOGLE_CLIENT_SECRET: setting({
    description: 'Secret of this client.',
    allowed: 'the secret that Google shows beside the client',
    default: { demo: '', production: '' },
    secret: true,
    parse: matching(/^\S*$/),
  }),
  FACEBOOK_CLIENT_ID: setting({
    description:
      'The same for Facebook, with `/do/social/facebook`: the number of the app. Needs `FACEBOOK_CLIENT_SECRET`.',
    allowed: 'a number',
    default: { demo: '', production: '' },
    parse: matching(/^\d*$/),
  }),
  FACEBOOK_CLIENT_SECRET: setting({
    description: 'Secret of this app.',
    allowed: 'the secret that Facebook shows for the app',
    default: { demo: '', production: '' },
    secret: true,
    parse: matching(/^\S*$/),
  }),
  FACEBOOK_TOKEN_URL: setting({
    description: 'Token endpoint of Facebook, which its discovery document does not contain.',
    allowed: 'an `https` URL',
    default: {
      demo: 'https://graph.facebook.com/v23.0/oauth/access_token',
      production: 'https://graph.facebook.com/v23.0/oauth/access_token',
    },
    parse: (text) => (URL.parse(text)?.protocol === 'https:' ? text : undefined),
  }),
  APPLE_CLIENT_ID: setting({
    description:
      'The same for Apple, with `/do/social/apple`: the identifier of the service. Needs `APPLE_TEAM_ID`, `APPLE_KEY_ID` and `APPLE_PRIVATE_KEY`, from which the client secret is generated for each request.',
    allowed: 'letters, digits, `-` and `.`',
    default: { demo: '', production: '' },
    parse: matching(/^[\w.-]*$/),
  }),
  APPLE_TEAM_ID: setting({
    description: 'Team of the developer account at Apple.',
    allowed: 'ten letters and digits',
    default: { demo: '', production: '' },
    parse: matching(/^(?:[A-Z0-9]{10})?$/),
  }),
  APPLE_KEY_ID: setting({
    description: 'Name of the key below.',
    allowed: 'ten letters and digits',
    default: { demo: '', production: '' },
    parse: matching(/^(?:[A-Z0-9]{10})?$/),
  }),
  APPLE_PRIVATE_KEY: setting({
    description: 'Private key for "Sign in with Apple".',
    allowed: 'the text of the `.p8` file; its lines may be separated by `\\n`',
    default: { demo: '', production: '' },
    secret: true,
    parse: (text) => {
      const pem = text.replaceAll('\\n', '\n');
      return pem === '' || /^-----BEGIN PRIVATE KEY-----\n[\w+/=\n]+\n-----END PRIVATE KEY-----\n?$/.test(pem)
        ? pem
        : undefined;
    },
  }),
  STAFF_OIDC_ISSUER: setting({
    description:
      'OpenID Connect provider of the staff: the URL below which its discovery document is. It signs in users who have an account here with the same verified address. The redirect URI is `/do/admin/return` under `PUBLIC_ORIGIN` and `BASE_PATH`. Needs `STAFF_OIDC_CLIENT_ID` and `STAFF_OIDC_CLIENT_SECRET`.',
    allowed: 'an `https` URL',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' || URL.parse(text)?.protocol === 'https:' ? text : undefined),
  }),
  STAFF_OIDC_CLIENT_ID: setting({
    description: 'OAuth client of this site there.',
    allowed: 'text without spaces',
    default: { demo: '', production: '' },
    parse: matching(/^\S*$/),
  }),
  STAFF_OIDC_CLIENT_SECRET: setting({
    description: 'Secret of this client.',
    allowed: 'the secret that the provider shows beside the client',
    default: { demo: '', production: '' },
    secret: true,
    parse: matching(/^\S*$/),
  }),
} as const;
