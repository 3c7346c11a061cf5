import { isIP } from 'node:net';
import { parseAddress, parseBasePath, parseCollector, parseNetwork, parseOrigin } from './addresses.ts';
import { withJourneyRows } from './journey-rows.ts';
import { ALLOWED_SECRETS, findWeakness } from '#server/platform/tokens/secrets.ts';
import { limitSettings } from './limit-settings.ts';
import { pageSettings } from './page-settings.ts';
import { providerSettings } from './provider-settings.ts';
import {
  readRowDefault,
  commaSeparated,
  flag,
  matching,
  type Mode,
  choice,
  setting,
  share,
  type ValueOf,
  wholeNumber,
} from './setting.ts';
import { trackingSettings } from './tracking-settings.ts';
import { webhookSettings } from './webhook-settings.ts';

/** All environment variables of the server, including those of journeys. Source of `docs/settings.md`. */
export const settingsTable = withJourneyRows({
  VITRINE_MODE: setting({
    description:
      'Mode of the server. `demo` needs no other setting, shows its mails, prints its codes and the password of its admin, and therefore answers this machine only: it does not start with settings of a public server. `production` is for a public server; it is also the default when `ENVIRONMENT` is `production`.',
    allowed: '`demo` or `production`',
    default: { demo: 'demo', production: 'production' },
    parse: choice('demo', 'production'),
  }),
  PORT: setting({
    description: 'TCP port to listen on. With 0 the system chooses a free one.',
    allowed: 'a whole number from 0 to 65535',
    default: { demo: '3000', production: '3000' },
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  HOST: setting({
    description: 'Address to listen on. Demo mode accepts addresses of this machine only.',
    allowed: 'an IP address, or `localhost`',
    default: { demo: '127.0.0.1', production: '127.0.0.1' },
    parse: (text) => (text === 'localhost' || isIP(text) !== 0 ? text : undefined),
  }),
  PUBLIC_ORIGIN: setting({
    description:
      'Scheme, host and port under which visitors reach the site. Links in mails, canonical URLs and the sitemap are built from it, never from a request. Demo mode accepts an origin of this machine only; its default is `http://localhost` with the port.',
    allowed: 'an origin without a path, such as `https://www.example.com`; `http` is for this machine only',
    default: { demo: null, production: null },
    parse: parseOrigin,
  }),
  BASE_PATH: setting({
    description: 'Path below which the whole site is served.',
    allowed: 'a path of letters, digits, `-`, `_`, `.` and `~`, such as `/` or `/shop/`',
    default: { demo: '/', production: '/' },
    parse: parseBasePath,
  }),
  DATA_DIR: setting({
    description: 'Folder for all data of the server.',
    allowed: 'a path',
    default: { demo: './.data', production: './.data' },
    parse: matching(/^[^\0]+$/),
  }),
  ASSETS_DIR: setting({
    description:
      'Folder of the files that browsers load: scripts, images, fonts. `dist/public` of the project by default. Servers of several releases with a shared folder serve the files of all their pages; on a volume it outlives a container.',
    allowed: 'a path',
    default: { demo: '', production: '' },
    parse: matching(/^[^\0]*$/),
  }),
  ...pageSettings,
  SECRET: setting({
    description:
      'Signs and encrypts tokens, links, sessions and drafts. Several values separated by commas allow a replacement without downtime: the first one signs, all are accepted. Demo mode generates its own and stores it in `DATA_DIR`.',
    allowed: ALLOWED_SECRETS,
    default: { demo: null, production: null },
    secret: true,
    parse: commaSeparated((text) => (findWeakness(text) === null ? text : undefined)),
  }),
  ENVIRONMENT: setting({
    description:
      'Name of this deployment for logs and analytics. `production` requires production mode. Under any other name every response has `X-Robots-Tag: noindex`, and there is no sitemap.',
    allowed: 'letters, digits and `-`',
    default: { demo: 'demo', production: 'production' },
    parse: matching(/^[A-Za-z0-9-]{1,40}$/),
  }),
  SECURITY_CONTACT: setting({
    description:
      'Contacts for vulnerability reports, the preferred one first, published at `/.well-known/security.txt` (RFC 9116); without a contact there is no such file.',
    allowed: '`mailto:` and `https:` addresses, separated by commas',
    default: { demo: '', production: '' },
    parse: commaSeparated((text) => (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*)$/.test(text) ? text : undefined)),
  }),
  LOG_LEVEL: setting({
    description: 'Minimum level of log lines.',
    allowed: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    default: { demo: 'warn', production: 'info' },
    parse: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  SHUTDOWN_DELAY_SECONDS: setting({
    description:
      'Seconds for which a server that is shutting down returns "not ready" at `/readyz` before it stops listening. Longer than the load balancer needs to notice.',
    allowed: 'a whole number from 0 to 300',
    default: { demo: '0', production: '5' },
    parse: wholeNumber(0, 300),
  }),
  WEB_VIEW_SCHEME: setting({
    description: 'Scheme of the native app that shows the site in a web view; leave it out when there is no app.',
    allowed: 'a reverse-domain scheme such as `com.example.app`',
    default: { demo: '', production: '' },
    parse: matching(/^(?:[a-z][a-z0-9+.-]*)?$/),
  }),
  WEB_VIEW_BRIDGE: setting({
    description:
      'Name of the object in the app’s Android web view (`addJavascriptInterface`), by which pages recognise the app. React Native and WKWebView need no name.',
    allowed: 'a JavaScript name such as `AppBridge`',
    default: { demo: '', production: '' },
    parse: matching(/^(?:[A-Za-z_$][\w$]{0,60})?$/),
  }),
  HSTS: setting({
    description:
      'Scope of HTTP Strict Transport Security, for two years; sent when `PUBLIC_ORIGIN` is `https`. `host`: the host only, while a subdomain needs `http`. `subdomains`: the host and all subdomains, because a subdomain can set cookies for the site. `preload`: the same, and browsers may build it in, which takes months to undo. `off`: no header, when the proxy sends it. `forget`: browsers delete the policy.',
    allowed: '`host`, `subdomains`, `preload`, `off` or `forget`',
    default: { demo: 'subdomains', production: 'subdomains' },
    parse: choice('host', 'subdomains', 'preload', 'off', 'forget'),
  }),
  METRICS_PORT: setting({
    description:
      'TCP port for `/metrics` only, at `METRICS_HOST`. With `public` it is a path of the site, readable by visitors unless the proxy refuses them. Without it there are no metrics, because they reveal the usage of a site and attacks on it.',
    allowed: '`public`, or a whole number from 1 to 65535 other than `PORT`',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' || text === 'public' ? text : wholeNumber(1, 65_535)(text)),
  }),
  METRICS_HOST: setting({
    description:
      'Address on which `METRICS_PORT` listens; only this machine can reach the default, and demo mode accepts no other. Choose one that Prometheus can reach and visitors cannot.',
    allowed: 'an IP address, or `localhost`',
    default: { demo: '127.0.0.1', production: '127.0.0.1' },
    parse: (text) => (text === 'localhost' || isIP(text) !== 0 ? text : undefined),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    description:
      'Collector to which traces and metrics are sent over OTLP/HTTP (OpenTelemetry); without one nothing is sent and its code is not loaded. Other standard variables apply, too: `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_EXPORTER_OTLP_TIMEOUT`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SDK_DISABLED`.',
    allowed: 'a URL such as `http://collector.internal:4318`; `/v1/traces` and `/v1/metrics` are added',
    default: { demo: '', production: '' },
    parse: parseCollector,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    description:
      'Share of requests whose trace is recorded (the sampler is `parentbased_traceidratio`); a trace started by one of `TRUSTED_PROXIES` follows its `traceparent`.',
    allowed: 'a number from 0 to 1, such as `0.01`',
    default: { demo: '0.01', production: '0.01' },
    parse: share,
  }),
  TRUSTED_PROXIES: setting({
    description:
      'Proxies whose forwarding headers are trusted. Other clients could forge them; so could anyone in a network wider than private ones (`/8`, `/7` of IPv6), which is refused. Demo mode accepts none and refuses forwarded requests.',
    allowed: 'IP addresses or networks such as `10.0.0.0/8`, separated by commas',
    default: { demo: '', production: '' },
    parse: commaSeparated(parseNetwork),
  }),
  EDGE_CACHE: setting({
    description:
      'The edge cache, if it stores pages under a live experiment separately by visitor (docs/caching.md). `nginx` reads `X-Accel-Expires`, as in `deploy/nginx/vitrine.conf`; `cdn` reads `CDN-Cache-Control` (RFC 9213). Without it no cache stores these pages; all others are cacheable anywhere. Needs `TRUSTED_PROXIES`.',
    allowed: '`nginx` or `cdn`; leave it out for no such cache',
    default: { demo: '', production: '' },
    parse: choice('', 'nginx', 'cdn'),
  }),
  SHARED_CACHE_SECONDS: setting({
    description:
      'Seconds for which shared caches may send a page without revalidating it (docs/caching.md). Behind them, a publication, a stopped experiment and an opened window are seen after at most this long and one second more. Set it higher only where publications purge the cache.',
    allowed: 'a whole number from 0 to 3600',
    default: { demo: '1', production: '1' },
    parse: wholeNumber(0, 3600),
  }),
  COUNTRY_HEADER: setting({
    description:
      'Header with the visitor’s country from a trusted proxy (ISO 3166-1 alpha-2), such as `cf-ipcountry`. Needs `TRUSTED_PROXIES`.',
    allowed: 'a header name',
    default: { demo: '', production: '' },
    parse: (text) => (/^[A-Za-z0-9-]{0,60}$/.test(text) ? text.toLowerCase() : undefined),
  }),
  DATABASE_URL: setting({
    description:
      'PostgreSQL database, for several processes or machines; in demo mode one of this machine. Without it the server uses a SQLite file in `DATA_DIR`.',
    allowed: 'a URL such as `postgres://user:password@host:5432/name`',
    default: { demo: '', production: '' },
    secret: true,
    parse: (text) => (text === '' || /^postgres(?:ql)?:\/\/\S+$/.test(text) ? text : undefined),
  }),
  DATABASE_DIRECT_URL: setting({
    description:
      'The same database without a pooler, for migrations and notifications, which a pooler in transaction mode does not support. Set it whenever `DATABASE_URL` is such a pooler: statement limits then come from the role (`docs/operations.md`). `DATABASE_URL` by default.',
    allowed: 'a URL such as `postgres://user:password@host:5432/name`',
    default: { demo: '', production: '' },
    secret: true,
    parse: (text) => (text === '' || /^postgres(?:ql)?:\/\/\S+$/.test(text) ? text : undefined),
  }),
  DATABASE_POOL_MAX: setting({
    description:
      'Maximum of connections to PostgreSQL that one process opens for visitors. Two more are for health checks and notifications, and two while it migrates: `docs/operations.md` says how many processes fit.',
    allowed: 'a whole number from 1 to 100',
    default: { demo: '10', production: '10' },
    parse: wholeNumber(1, 100),
  }),
  DATABASE_POOL_MIN: setting({
    description:
      'How many of them are always open: opening one takes several round trips, for which visitors of a distant database would wait.',
    allowed: 'a whole number from 0 to 100',
    default: { demo: '2', production: '2' },
    parse: wholeNumber(0, 100),
  }),
  DATABASE_MIGRATIONS: setting({
    description:
      'When the database is migrated. `at-start`: by the first server or command of the release that opens it; always so with SQLite. `manual`: by `npm run database -- migrate`, before the rollout; a server with an outdated database reports it and does not use it.',
    allowed: '`at-start` or `manual`',
    default: { demo: 'at-start', production: 'manual' },
    parse: choice('at-start', 'manual'),
  }),
  EXPOSURE_EXPORT_DIR: setting({
    description:
      'Folder into which exposures of visitors who agreed to statistics are written for a column store, as Parquet files (`docs/scaling.md`). Processes that share a database export in turn, so they need the same folder. Without it nothing is exported.',
    allowed: 'a path',
    default: { demo: '', production: '' },
    parse: matching(/^[^\0]*$/),
  }),
  MAIL: setting({
    description:
      'With `none` mails are stored in the database and not sent. Production mode needs either this or `SMTP_URL`, because accounts are activated by mail.',
    allowed: '`none`; leave it out to send mails',
    default: { demo: '', production: '' },
    parse: choice('', 'none'),
  }),
  SMTP_URL: setting({
    description:
      'Mail server. Required in production, unless `MAIL` is `none`. Without it demo mode shows mails at `/dev/mail`; it accepts a server of this machine only. Needs `MAIL_FROM`.',
    allowed: 'a URL such as `smtps://user:password@mail.example.com:465`',
    default: { demo: '', production: '' },
    secret: true,
    parse: (text) => (text === '' || /^smtps?:\/\/[^\s/]+\/?(?:\?\S*)?$/.test(text) ? text : undefined),
  }),
  MAIL_FROM: setting({
    description:
      'Sender of all mails. An address without a name gets the name `mails.sender` of `pages-config/brand.json`.',
    allowed: 'an address such as `hello@example.com`, or with another name `The Example Shop <hello@example.com>`',
    default: { demo: '', production: '' },
    parse: matching(/^(?:|[^<>@\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u),
  }),
  LOGIN_URL: setting({
    description:
      'Sign-in of the shop. Visitors with an active account are redirected there after five seconds; mails link to it. Its host must be allowed in `navigation.allowedHosts` of `pages-config/site.json`. Without it the page stays, with its link.',
    allowed: 'an `https` URL',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' || URL.parse(text)?.protocol === 'https:' ? text : undefined),
  }),
  ...providerSettings,
  ...webhookSettings,
  GROWTHBOOK_API_HOST: setting({
    description:
      'GrowthBook, or its proxy, for experiments. Without it the experiments of `pages-config/experiments` run. Needs `GROWTHBOOK_CLIENT_KEY`.',
    allowed: 'an origin such as `https://cdn.growthbook.io`; `http` is for this machine only',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' ? '' : parseOrigin(text)),
  }),
  GROWTHBOOK_CLIENT_KEY: setting({
    description: 'Key of the SDK connection in GrowthBook; browsers use it to call this server, too.',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: 'sdk-local', production: 'sdk-local' },
    parse: matching(/^[A-Za-z0-9_-]{1,100}$/),
  }),
  GROWTHBOOK_REMOTE_EVAL: setting({
    description:
      'Whether this server evaluates features for browsers (`/api/eval`), which then get no rules. Always so with `GROWTHBOOK_DECRYPTION_KEY`.',
    allowed: '`true` or `false`',
    default: { demo: 'false', production: 'false' },
    parse: flag,
  }),
  GROWTHBOOK_DECRYPTION_KEY: setting({
    description: 'Decrypts an encrypted payload of the SDK connection.',
    allowed: 'the key that GrowthBook shows beside the connection',
    default: { demo: '', production: '' },
    secret: true,
    parse: matching(/^[A-Za-z0-9+/=]{0,200}$/),
  }),
  GROWTHBOOK_REALTIME_KEY: setting({
    description:
      'Reports to GrowthBook every two seconds which features were used, for visitors who agreed to statistics without data about them. Without it nothing is reported.',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: '', production: '' },
    parse: matching(/^[A-Za-z0-9_-]{0,100}$/),
  }),
  GROWTHBOOK_REALTIME_HOST: setting({
    description: 'Host for reports of feature usage, with `GROWTHBOOK_REALTIME_KEY`.',
    allowed: 'an origin such as `https://rt.growthbook.io`; `http` is for this machine only',
    default: { demo: 'https://rt.growthbook.io', production: 'https://rt.growthbook.io' },
    parse: parseOrigin,
  }),
  PUBLISHING_APPROVAL: setting({
    description:
      'Who publishes a draft of content: anyone with the permission, or only someone who changed nothing in it. Restores are open to anyone with the permission.',
    allowed: '`none` or `second-person`',
    default: { demo: 'none', production: 'none' },
    parse: choice('none', 'second-person'),
  }),
  GRAPHQL_PERSISTED_ONLY: setting({
    description:
      "Whether the GraphQL API executes the site's own documents only. Otherwise it executes any document within its limits.",
    allowed: '`true` or `false`',
    default: { demo: 'true', production: 'true' },
    parse: flag,
  }),
  ACQ_BACKEND_GRAPHQL_URL: setting({
    description: 'GraphQL API that browsers call, when it is not the one of this server.',
    allowed: 'a URL; `http` is for this machine only',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' ? '' : parseAddress(text, 'http')),
  }),
  GRAPHQL_WS_URL: setting({
    description:
      'URL for subscriptions over `graphql-transport-ws`. Without it browsers use this server, or do not subscribe when `ACQ_BACKEND_GRAPHQL_URL` names another one.',
    allowed: 'a `wss` URL; `ws` is for this machine only',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' ? '' : parseAddress(text, 'ws')),
  }),
  ...trackingSettings,
  ACCOUNT_ENUMERATION: setting({
    description:
      'Whether others can find out that an address has an account. `allow`: anyone who registers with it. `prevent`: only its owner learns it, by mail; every form and the sign-in then respond identically, after `MIN_RESPONSE_TIME_MS` or a multiple of it.',
    allowed: '`allow` or `prevent`',
    default: { demo: 'allow', production: 'allow' },
    parse: choice('allow', 'prevent'),
  }),
  MIN_RESPONSE_TIME_MS: setting({
    description:
      'Minimum response time in milliseconds of forms that must not reveal an account by their timing; with `ACCOUNT_ENUMERATION=prevent` only. Several times the duration of such a form, which needs about eight round trips: a database that is 90 ms away needs 1500. The log names each slower response (`answer.above-floor`), which is sent at the next multiple.',
    allowed: 'a whole number from 50 to 5000',
    default: { demo: '250', production: '250' },
    parse: wholeNumber(50, 5_000),
  }),
  ...limitSettings,
});

type Table = typeof settingsTable;
export type SettingName = keyof Table;
/** Type of a setting's value, such as `'allow' | 'prevent'`. */
export type SettingValue<Name extends SettingName> = NonNullable<ReturnType<Table[Name]['parse']>>;
/** Type of a setting's default: `null` only without one. */
export type SettingOrDefault<Name extends SettingName> = ValueOf<Table[Name]>;

type NameInCode<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<NameInCode<Tail>>}`
  : Lowercase<Name>;

/** Values by camel-cased name: `PAGE_CACHE_MB` is `pageCacheMb`. */
export type RowValues = { readonly [Name in SettingName as NameInCode<Name>]: SettingOrDefault<Name> };

export function readRows(read: (name: SettingName) => unknown): RowValues {
  // The keys are those of the table.
  const names = Object.keys(settingsTable) as SettingName[];
  const values = names.map((name) => [
    name.toLowerCase().replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase()),
    read(name),
  ]);
  // `read` returns the value of each row, named as in the type above.
  return Object.fromEntries(values) as RowValues;
}

/** Default of a setting. */
export function getDefault<Name extends SettingName>(name: Name, mode: Mode = 'production'): SettingOrDefault<Name> {
  return readRowDefault<Table[Name]>(settingsTable[name], mode);
}
