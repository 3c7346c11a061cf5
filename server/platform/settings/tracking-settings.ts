import { parseOrigin } from './addresses.ts';
import { parseDsn, type Dsn } from './dsn.ts';
import { matching, setting } from './setting.ts';

/** What is recorded of visitors who agree to it, and who receives it. */
export const trackingSettings = {
  GTM_CONTAINER_ID: setting({
    description: 'Container of the tag manager; nothing of it is loaded without one.',
    allowed: '`GTM-` or `G-` followed by upper-case letters or digits',
    default: { demo: '', production: '' },
    parse: matching(/^(?:(?:GTM|G)-[A-Z0-9]{1,20})?$/),
  }),
  ERROR_REPORTS_DSN: setting({
    description:
      'Service that takes reports of errors by Sentry’s protocol, those of the server and, through it, those of pages. Without it nothing is reported, and pages carry nothing for it.',
    allowed: '`https://<public key>@<host>[/<path>]/<project>`',
    default: { demo: '', production: '' },
    parse: (text): Dsn | '' | undefined => (text === '' ? '' : parseDsn(text)),
  }),
  SENTRY_URL: setting({
    description:
      'Where the API of that service is; `npm run source-maps` uploads to it, and nothing else reads this and the three settings below.',
    allowed: 'an origin such as `https://sentry.io`; `http` is for this machine only',
    default: { demo: 'https://sentry.io', production: 'https://sentry.io' },
    parse: parseOrigin,
  }),
  SENTRY_ORG: setting({
    description: 'Its name for the organization.',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: '', production: '' },
    parse: matching(/^[\w-]{0,100}$/),
  }),
  SENTRY_PROJECT: setting({
    description: 'Its name for the project.',
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
    description: 'What the data layer gets as the id of the consent service’s settings (`cmpUsercentricsSettingsId`).',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: '', production: '' },
    parse: matching(/^[\w-]{0,100}$/),
  }),
  CUSTOMER_ID_SALT: setting({
    description:
      'Salt of the hash under which the data layer knows a customer. The id of a customer is random already; a salt of your own keeps its hash from being compared with that of another site.',
    allowed: 'any text',
    default: { demo: '', production: '' },
    parse: matching(/^.{0,200}$/),
  }),
};
