import { isIP } from 'node:net';
import { Bug } from '#engine/base/errors.ts';
import type { Money } from '#engine/i18n/format-values.ts';
import { parseAddress, parseBasePath, parseCollector, parseNetwork, parseOrigin } from './addresses.ts';
import { limitSettings } from './limit-settings.ts';
import { pageSettings } from './page-settings.ts';
import { providerSettings } from './provider-settings.ts';
import { listOf, matching, type Mode, oneOf, setting, share, wholeNumber } from './setting.ts';
import { trackingSettings } from './tracking-settings.ts';

/** Every environment variable the server reads. `docs/settings.md` is written from this table. */
export const settingsTable = {
  VITRINE_MODE: setting({
    description:
      'How the server runs. `demo` needs no other setting, shows its mails, prints its codes and the password of its admin, and therefore answers only this machine: it does not start with settings of a server that others reach. `production` is for such a server; it is also the default when `ENVIRONMENT` is `production`.',
    allowed: '`demo` or `production`',
    default: { demo: 'demo', production: 'production' },
    parse: oneOf('demo', 'production'),
  }),
  PORT: setting({
    description: 'TCP port to listen on. With 0 the system picks a free one.',
    allowed: 'a whole number from 0 to 65535',
    default: { demo: '3000', production: '3000' },
    parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
  }),
  HOST: setting({
    description: 'Address to listen on. Demo mode takes addresses of this machine alone.',
    allowed: 'an IP address, or `localhost`',
    default: { demo: '127.0.0.1', production: '127.0.0.1' },
    parse: (text) => (text === 'localhost' || isIP(text) !== 0 ? text : undefined),
  }),
  PUBLIC_ORIGIN: setting({
    description:
      'Scheme, host and port under which visitors reach the site. Links in mails, canonical addresses and the sitemap are built from it, never from a request. Demo mode takes an origin of this machine alone, and without one `http://localhost` with the port.',
    allowed: 'an origin without a path, such as `https://www.example.com`; `http` is for this machine only',
    default: { demo: null, production: null },
    parse: parseOrigin,
  }),
  BASE_PATH: setting({
    description: 'Path under which the whole site lives.',
    allowed: 'a path of letters, digits, `-`, `_`, `.` and `~`, such as `/` or `/club/`',
    default: { demo: '/', production: '/' },
    parse: parseBasePath,
  }),
  DATA_DIR: setting({
    description: 'Folder for everything the server keeps.',
    allowed: 'a path',
    default: { demo: './.data', production: './.data' },
    parse: matching(/^[^\0]+$/),
  }),
  ASSETS_DIR: setting({
    description:
      'Folder of the files that browsers load: scripts, pictures, fonts. `dist/public` of the project by default. Servers of several releases that share one answer for the files of each other’s pages; it outlives a container when it lies on a volume.',
    allowed: 'a path',
    default: { demo: '', production: '' },
    parse: matching(/^[^\0]*$/),
  }),
  ...pageSettings,
  SECRET: setting({
    description:
      'Signs and encrypts what the server hands out. Several values separated by commas allow a change without a break: the first one signs, all are accepted. Demo mode makes its own and keeps it in `DATA_DIR`.',
    allowed: 'one or more texts of at least 32 bytes, separated by commas',
    default: { demo: null, production: null },
    secret: true,
    parse: listOf((text) => (Buffer.byteLength(text) >= 32 ? text : undefined)),
  }),
  ENVIRONMENT: setting({
    description:
      'Name of this deployment for logs and analytics. `production` requires production mode. Under any other name every answer asks search engines to list nothing, and there is no sitemap.',
    allowed: 'letters, digits and `-`',
    default: { demo: 'demo', production: 'production' },
    parse: matching(/^[A-Za-z0-9-]{1,40}$/),
  }),
  SECURITY_CONTACT: setting({
    description:
      'Whom people tell about a vulnerability of the site, the preferred one first. `/.well-known/security.txt` says so (RFC 9116); without a contact there is no such file.',
    allowed: '`mailto:` and `https:` addresses, separated by commas',
    default: { demo: '', production: '' },
    parse: listOf((text) => (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*)$/.test(text) ? text : undefined)),
  }),
  LOG_LEVEL: setting({
    description: 'Least important log lines to write.',
    allowed: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    default: { demo: 'warn', production: 'info' },
    parse: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  STOP_NOTICE: setting({
    description:
      'Seconds for which a server that was asked to stop says "not ready" at `/readyz` before it lets nobody new in. More than the balancer takes to notice.',
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
      'Name of the object that the app puts into its Android web view (`addJavascriptInterface`); pages that have it are shown inside the app. React Native and WKWebView need no name.',
    allowed: 'a JavaScript name such as `AppBridge`',
    default: { demo: '', production: '' },
    parse: matching(/^(?:[A-Za-z_$][\w$]{0,60})?$/),
  }),
  HSTS: setting({
    description:
      'For how much of the domain browsers are asked, for two years, to use `https` alone (HTTP Strict Transport Security); sent when `PUBLIC_ORIGIN` is `https`. `host`: the host alone, for when one of its subdomains still needs `http`. `subdomains`: all below it too, because anybody who answers for one of them can set cookies for the site. `preload`: the same, and browsers may build it in, which takes months to undo. `off`: nothing is said, for when the proxy in front says it. `forget`: browsers drop what they were given.',
    allowed: '`host`, `subdomains`, `preload`, `off` or `forget`',
    default: { demo: 'subdomains', production: 'subdomains' },
    parse: oneOf('host', 'subdomains', 'preload', 'off', 'forget'),
  }),
  METRICS_PORT: setting({
    description:
      'TCP port on which `/metrics` is answered, and nothing else, at `METRICS_HOST`. With `public` it is a path of the site, where visitors read it too unless the proxy in front refuses them. Without it there are no metrics, because they say how much a site is used and by how many it is attacked.',
    allowed: '`public`, or a whole number from 1 to 65535 other than `PORT`',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' || text === 'public' ? text : wholeNumber(1, 65_535)(text)),
  }),
  METRICS_HOST: setting({
    description:
      'Address on which `METRICS_PORT` listens; only this machine reaches the default, and in demo mode no other is taken. Choose one that Prometheus reaches and visitors do not.',
    allowed: 'an IP address, or `localhost`',
    default: { demo: '127.0.0.1', production: '127.0.0.1' },
    parse: (text) => (text === 'localhost' || isIP(text) !== 0 ? text : undefined),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    description:
      'Collector to which traces and metrics are sent over OTLP/HTTP (OpenTelemetry); nothing is sent, or loaded for it, without one. Its other standard variables count too: `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_EXPORTER_OTLP_TIMEOUT`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`, `OTEL_SDK_DISABLED`.',
    allowed: 'a URL such as `http://collector.internal:4318`; `/v1/traces` and `/v1/metrics` are added',
    default: { demo: '', production: '' },
    parse: parseCollector,
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    description:
      'Share of requests whose trace is recorded (the sampler is `parentbased_traceidratio`); a trace that one of `TRUSTED_PROXIES` began is recorded as its `traceparent` says.',
    allowed: 'a number from 0 to 1, such as `0.01`',
    default: { demo: '0.01', production: '0.01' },
    parse: share,
  }),
  TRUSTED_PROXIES: setting({
    description:
      'Proxies whose forwarding headers are believed. Everybody else could write anything into them, and so could everybody in a network that is wider than private ones are (`/8`, `/7` of IPv6): it is refused. Demo mode takes none and refuses forwarded requests.',
    allowed: 'IP addresses or networks such as `10.0.0.0/8`, separated by commas',
    default: { demo: '', production: '' },
    parse: listOf(parseNetwork),
  }),
  EDGE_CACHE: setting({
    description:
      'The cache in front, if it keeps pages under a live experiment too, each for the visitors it is meant for (docs/caching.md). `nginx` reads `X-Accel-Expires`, as `deploy/nginx/vitrine.conf` is made for; `cdn` by `CDN-Cache-Control` (RFC 9213). Without it these pages are kept by nobody; all others are kept by any cache. Needs `TRUSTED_PROXIES`.',
    allowed: '`nginx` or `cdn`; leave it out for no such cache',
    default: { demo: '', production: '' },
    parse: oneOf('', 'nginx', 'cdn'),
  }),
  COUNTRY_HEADER: setting({
    description:
      'Header in which a trusted proxy names the visitor’s country (ISO 3166-1 alpha-2), such as `cf-ipcountry`. Needs `TRUSTED_PROXIES`.',
    allowed: 'a header name',
    default: { demo: '', production: '' },
    parse: (text) => (/^[A-Za-z0-9-]{0,60}$/.test(text) ? text.toLowerCase() : undefined),
  }),
  DATABASE_URL: setting({
    description:
      'PostgreSQL database, for several processes or machines; in demo mode one of this machine. Without it the server keeps its data in a SQLite file in `DATA_DIR`.',
    allowed: 'a URL such as `postgres://user:password@host:5432/name`',
    default: { demo: '', production: '' },
    secret: true,
    parse: (text) => (text === '' || /^postgres(?:ql)?:\/\/\S+$/.test(text) ? text : undefined),
  }),
  DATABASE_DIRECT_URL: setting({
    description:
      'The same database without a pooler in between, for what a pooler in transaction mode cannot do: migrations and announcements. Set it whenever `DATABASE_URL` leads to such a pooler: the limits of statements then come from the role (`docs/operations.md`). `DATABASE_URL` by default.',
    allowed: 'a URL such as `postgres://user:password@host:5432/name`',
    default: { demo: '', production: '' },
    secret: true,
    parse: (text) => (text === '' || /^postgres(?:ql)?:\/\/\S+$/.test(text) ? text : undefined),
  }),
  DATABASE_CONNECTIONS: setting({
    description:
      'Connections to PostgreSQL that one process opens at most for visitors. Two more look for signs of life and listen for announcements, and two for as long as it migrates: `docs/operations.md` says how many processes fit.',
    allowed: 'a whole number from 1 to 100',
    default: { demo: '10', production: '10' },
    parse: wholeNumber(1, 100),
  }),
  DATABASE_WARM_CONNECTIONS: setting({
    description:
      'How many of them are open before anybody needs them, and stay so: opening one takes several round trips, which visitors would wait for where the database is far away.',
    allowed: 'a whole number from 0 to 100',
    default: { demo: '2', production: '2' },
    parse: wholeNumber(0, 100),
  }),
  DATABASE_MIGRATIONS: setting({
    description:
      'Who brings the database to the shape that this release needs. `at-start`: the first server or command of the release that opens it; always so with SQLite. `apart`: `npm run database -- migrate`, before the release is rolled out; a server with too old a database says so and does not use it.',
    allowed: '`at-start` or `apart`',
    default: { demo: 'at-start', production: 'apart' },
    parse: oneOf('at-start', 'apart'),
  }),
  EXPOSURE_EXPORT_DIR: setting({
    description:
      'Folder into which exposures of visitors who agreed to statistics are written for a column store, as Parquet files (`docs/scaling.md`). Processes that share a database export in turn, so give all that have it the same folder. Nothing is exported without it.',
    allowed: 'a path',
    default: { demo: '', production: '' },
    parse: matching(/^[^\0]*$/),
  }),
  MAIL: setting({
    description:
      'With `none` mails are kept in the database and nobody gets them. Production mode refuses to start without either this or `SMTP_URL`, because nobody could activate an account.',
    allowed: '`none`; leave it out to send mails',
    default: { demo: '', production: '' },
    parse: oneOf('', 'none'),
  }),
  SMTP_URL: setting({
    description:
      'Server that takes mails. Required in production, unless `MAIL` is `none`. Demo mode keeps mails without it and shows them at `/dev/mail`; it takes a server of this machine alone. Needs `MAIL_FROM`.',
    allowed: 'a URL such as `smtps://user:password@mail.example.com:465`',
    default: { demo: '', production: '' },
    secret: true,
    parse: (text) => (text === '' || /^smtps?:\/\/[^\s/]+\/?(?:\?\S*)?$/.test(text) ? text : undefined),
  }),
  MAIL_FROM: setting({
    description:
      'Sender of all mails. Beside an address alone stands the name that `mails.sender` of `pages-config/brand.json` says.',
    allowed: 'an address such as `hello@example.com`, or with another name `The Example Club <hello@example.com>`',
    default: { demo: '', production: '' },
    parse: matching(/^(?:|[^<>@\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u),
  }),
  LOGIN_URL: setting({
    description:
      'Sign-in of the shop. Visitors whose account is active are taken there after five seconds; mails link to it. Its host must be allowed in `navigation.allowedHosts` of `pages-config/site.json`. Without it the page stays, with its link.',
    allowed: 'an `https` URL',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' || URL.parse(text)?.protocol === 'https:' ? text : undefined),
  }),
  ...providerSettings,
  GROWTHBOOK_API_HOST: setting({
    description:
      'GrowthBook, or its proxy, that decides experiments. Without it the experiments of `pages-config/experiments` run. Needs `GROWTHBOOK_CLIENT_KEY`.',
    allowed: 'an origin such as `https://cdn.growthbook.io`; `http` is for this machine only',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' ? '' : parseOrigin(text)),
  }),
  GROWTHBOOK_CLIENT_KEY: setting({
    description: 'Key of the SDK connection in GrowthBook; also the key under which this server answers browsers.',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: 'sdk-local', production: 'sdk-local' },
    parse: matching(/^[A-Za-z0-9_-]{1,100}$/),
  }),
  GROWTHBOOK_REMOTE_EVAL: setting({
    description:
      'Whether browsers ask this server what features are for their visitor (`/api/eval`) and get no rules to read. They do so anyway where `GROWTHBOOK_DECRYPTION_KEY` is set.',
    allowed: '`true` or `false`',
    default: { demo: 'false', production: 'false' },
    parse: oneOf('true', 'false'),
  }),
  GROWTHBOOK_DECRYPTION_KEY: setting({
    description: 'Decrypts the payload, when the SDK connection encrypts it.',
    allowed: 'the key that GrowthBook shows beside the connection',
    default: { demo: '', production: '' },
    secret: true,
    parse: matching(/^[A-Za-z0-9+/=]{0,200}$/),
  }),
  GROWTHBOOK_REALTIME_KEY: setting({
    description:
      'Reports to GrowthBook every two seconds which features were used, for visitors who agreed to statistics and without anything about them. Nothing is reported without it.',
    allowed: 'letters, digits, `-` and `_`',
    default: { demo: '', production: '' },
    parse: matching(/^[A-Za-z0-9_-]{0,100}$/),
  }),
  GROWTHBOOK_REALTIME_HOST: setting({
    description: 'Where usage of features is reported, with `GROWTHBOOK_REALTIME_KEY`.',
    allowed: 'an origin such as `https://rt.growthbook.io`; `http` is for this machine only',
    default: { demo: 'https://rt.growthbook.io', production: 'https://rt.growthbook.io' },
    parse: parseOrigin,
  }),
  GRAPHQL_OPEN: setting({
    description:
      "Whether the GraphQL API executes any document within its limits. Otherwise it executes the site's own documents only.",
    allowed: '`true` or `false`',
    default: { demo: 'false', production: 'false' },
    parse: oneOf('true', 'false'),
  }),
  ACQ_BACKEND_GRAPHQL_URL: setting({
    description: 'GraphQL API that browsers call, when it is not the one of this server.',
    allowed: 'a URL; `http` is for this machine only',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' ? '' : parseAddress(text, 'http')),
  }),
  GRAPHQL_WS_URL: setting({
    description:
      'Where browsers subscribe over `graphql-transport-ws`. Without it they use this server, or do not subscribe when `ACQ_BACKEND_GRAPHQL_URL` names another one.',
    allowed: 'a `wss` URL; `ws` is for this machine only',
    default: { demo: '', production: '' },
    parse: (text) => (text === '' ? '' : parseAddress(text, 'ws')),
  }),
  ...trackingSettings,
  ACCOUNT_DISCLOSURE: setting({
    description:
      'Who learns that an address has an account. `screen`: anyone who registers with it. `mail`: only its owner; every form and the sign-in are then answered alike, at `ANSWER_FLOOR_MS` or at a multiple of it.',
    allowed: '`screen` or `mail`',
    default: { demo: 'screen', production: 'screen' },
    parse: oneOf('screen', 'mail'),
  }),
  ANSWER_FLOOR_MS: setting({
    description:
      'Milliseconds after which answers leave that must not reveal by their time who has an account; with `ACCOUNT_DISCLOSURE=mail` only. Several times what such a form takes: it asks the database about eight times, so a database that is 90 ms away needs 1500. The log names each answer that took longer (`answer.above-floor`) and left at the next multiple.',
    allowed: 'a whole number from 50 to 5000',
    default: { demo: '250', production: '250' },
    parse: wholeNumber(50, 5_000),
  }),
  ACTIVATION_HOURS: setting({
    description: 'Hours for which the link of an activation mail is valid.',
    allowed: 'a whole number from 1 to 168',
    default: { demo: '24', production: '24' },
    parse: wholeNumber(1, 168),
  }),
  ...limitSettings,
  VOUCHER_MINIMUM_ORDER: setting({
    description:
      'Minimum order value of the vouchers whose name ends in `-mov`, for a site whose document has no claim `minimumOrder`: what pages promise is what the voucher says.',
    allowed: 'an amount with its currency, such as `100 EUR` or `99.50 EUR`',
    default: { demo: '100 EUR', production: '100 EUR' },
    parse: parseMoney,
  }),
};

function parseMoney(text: string): Money | undefined {
  const match = /^(\d{1,7})(?:\.(\d{2}))? ([A-Z]{3})$/.exec(text);
  if (match === null) return undefined;
  return { amount: Number(match[1]) * 100 + Number(match[2] ?? 0), currency: match[3] ?? '' };
}

type Table = typeof settingsTable;
export type SettingName = keyof Table;
/** What a setting may be, such as `'screen' | 'mail'`. */
export type SettingValue<Name extends SettingName> = NonNullable<ReturnType<Table[Name]['parse']>>;
/** What a setting is when nobody sets it: `null` only where the table has no default. */
export type SettingOrDefault<Name extends SettingName> =
  | SettingValue<Name>
  | (null extends Table[Name]['default'][Mode] ? null : never);

/** What a setting is when nobody sets it. */
export function defaultOf<Name extends SettingName>(name: Name, mode: Mode = 'production'): SettingOrDefault<Name> {
  const text: string | null = settingsTable[name].default[mode];
  const value = text === null ? null : settingsTable[name].parse(text);
  if (value === undefined) throw new Bug(`The default of ${name} in the table of settings is not allowed by it.`);
  // The table's entry for `name` made this value; the union of all entries hides that from the type checker.
  return value as SettingOrDefault<Name>;
}
