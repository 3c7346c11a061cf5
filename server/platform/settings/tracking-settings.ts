import { parseOrigin } from './addresses.ts';
import { parseDsn, type Dsn } from './dsn.ts';
import { matching, setting } from './setting.ts';

/** Data recorded about consenting visitors, and its recipients. */
export const trackingSettings = {
  GTM_CONTAINER_ID: setting({
    description: 'Container of the tag manager; without one it is not loaded.',
    allowed: '`GTM-` or `G-` followed by upper-case letters or digits',
    default: { demo: '', production: '' },
    parse: matching(/^(?:(?:GTM|G)-[A-Z0-9]{1,20})?$/),
  }),
  SENTRY_DSN: setting({
    description:
      'Service for error reports with Sentry’s protocol, for the server and, through it, for pages. Without it nothing is reported, and pages load nothing for it.',
    allowed: '`https://<public key>@<host>[/<path>]/<project>`',
    default: { demo: '', production: '' },
    parse: (text): Dsn | '' | undefined => (text === '' ? '' : parseDsn(text)),
  }),
  SENTRY_URL: setting({
    description: 'URL of the API of that service; only `npm run source-maps` uses this and the three settings below.',
    allowed: 'an origin such as `https://sentry.io`; `http` is for this machine only',
    default: { demo: 'https://sentry.io', production: 'https://sentry.io' },
    parse: parseOrigin,
  }),
  SENTRY_ORG: setting({
    description: 'Name of the organization there.',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: '', production: '' },
    parse: matching(/^[\w-]{0,100}$/),
  }),
  SENTRY_PROJECT: setting({
    description: 'Name of the project there.',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: '', production: '' },
    parse: matching(/^[\w-]{0,100}$/),
  }),
  SENTRY_AUTH_TOKEN: setting({
    description: 'Token that may write releases of the project (`project:releases`).',
    allowed: 'the token that the service shows',
    default: { demo: '', production: '' },
    secret: true,
    parse: matching(/^\S*$/),
  }),
  CMP_SETTINGS_ID: setting({
    description: 'Id of the consent service’s settings in the data layer (`cmpUsercentricsSettingsId`).',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: '', production: '' },
    parse: matching(/^[\w-]{0,100}$/),
  }),
  CUSTOMER_ID_SALT: setting({
    description:
      'Salt of the customer hash in the data layer. The id of a customer is random; a salt of your own prevents comparisons with other sites.',
    allowed: 'any text',
    default: { demo: '', production: '' },
    parse: matching(/^.{0,200}$/),
  }),
};
