import { distance } from 'fastest-levenshtein';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { ProviderAccount } from '#server/platform/oidc/identity-provider.ts';
import type { IdentityOptions } from '#server/platform/oidc/identity-providers.ts';
import { paths } from '#server/platform/paths.ts';
import type { Webhook } from './webhook-settings.ts';
import type { Limit } from '#server/platform/ports.ts';
import { type JourneyValues, readJourneySettings } from './journey-rows.ts';
import { readProviders, readStaffProvider } from './read-providers.ts';
import { refuseForDemo } from './refuse-for-demo.ts';
import { renamedSettings } from './renamed-settings.ts';
import { isDatabaseUnencrypted } from './local-host.ts';
import type { Mode, Setting, SettingProblem } from './setting.ts';
import {
  getDefault,
  readRows,
  type RowValues,
  type SettingName,
  type SettingOrDefault,
  type SettingValue,
  settingsTable,
} from './table.ts';

/** All validated settings: values by name, values derived from several settings, and those of the journeys. */
export type Settings = Omit<RowValues, keyof DerivedSettings> & DerivedSettings & JourneyValues;

/** Times in milliseconds, paths as given. */
interface DerivedSettings {
  readonly mode: Mode;
  /** Scheme, host and port without a trailing slash. */
  readonly publicOrigin: string;
  /** Its folder `assets` is served. */
  readonly assetsDir: string;
  /** The first one signs, all verify; empty in demo mode, where `readDemoSecret` creates one. */
  readonly secrets: readonly string[];
  readonly environment: string;
  /** Whether the site may be indexed. */
  readonly listed: boolean;
  /** Contacts, preferred one first; empty disables `security.txt`. */
  readonly securityContacts: SettingValue<'SECURITY_CONTACT'>;
  /** Address of `/metrics`: a port of its own, beside the pages, or disabled. */
  readonly metrics: { readonly host: string; readonly port: number } | 'public' | null;
  /** OTLP/HTTP endpoint for traces and metrics; empty to disable. */
  readonly otlpEndpoint: string;
  /** Sampling ratio of traces. */
  readonly traceShare: number;
  /** Milliseconds between readiness 503 and the end of listening. */
  readonly shutdownDelayMs: number;
  /** Bytes. */
  readonly pageCacheBytes: number;
  /** Whether all pages are compiled in the background. */
  readonly precompilesPages: boolean;
  /** Bypasses a pooler; default: `databaseUrl`. */
  readonly databaseDirectUrl: string;
  /** Whether one of the two reaches another machine without TLS. */
  readonly isDatabaseUnencrypted: boolean;
  /** Maximum and idle PostgreSQL connections. */
  readonly connections: { readonly max: number; readonly warm: number };
  /** Whether migrations run on start. */
  readonly migratesAtStart: boolean;
  /** Webhooks of form documents. */
  readonly webhooks: readonly Webhook[];
  /** Identity providers for visitors. */
  readonly providers: IdentityOptions['accounts'];
  /** Identity provider of the staff; `null` for none. */
  readonly staffProvider: ProviderAccount | null;
  /** Empty for this server's API. */
  readonly graphqlUrl: string;
  /** Service that receives source maps; texts are empty when unset. */
  readonly sourceMapService: {
    readonly url: string;
    readonly organization: string;
    readonly project: string;
    readonly token: string;
  };
  readonly minimumResponseTimeMs: SettingValue<'MIN_RESPONSE_TIME_MS'>;
  readonly limits: LimitSettings;
  /** See `DynamicRequests`. */
  readonly dynamicRequests: Limit;
  readonly experimentVisitors: Limit;
  /** Share of a variation's visitors per day from which a network is named. */
  readonly networkShare: number;
  readonly ipv6SiteFactor: number;
  /** WebSocket limits per network. */
  readonly socketLimits: { readonly connectionsPerNetwork: Limit; readonly framesPerNetwork: Limit };
}

/** Rate limits, per network unless the name says otherwise. */
export interface LimitSettings {
  readonly requestsPerNetwork: Limit;
  readonly mailPerAddress: Limit;
  readonly signInFailuresPerNetwork: Limit;
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly SettingProblem[] };

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads and validates the whole environment; never throws, and reports all problems. */
export function readSettings(environment: Environment): SettingsResult {
  const problems: SettingProblem[] = [];
  const complain = (name: SettingName, message: string): void => {
    problems.push({ name, value: shown(name, environment[name]), message });
  };
  const mode = readMode(environment, problems);
  // An unknown mode is reported alone, because other checks depend on it.
  const isKnownMode = problems.length === 0;
  const values = new Map<SettingName, unknown>([['VITRINE_MODE', mode]]);
  const read = <Name extends SettingName>(name: Name): SettingOrDefault<Name> => {
    // Cached, so that each problem is reported once.
    if (!values.has(name)) values.set(name, readOne(name, environment, problems, mode));
    // Stored under this name above.
    return values.get(name) as SettingOrDefault<Name>;
  };

  const environmentName = read('ENVIRONMENT') ?? mode;
  const port = read('PORT');
  const origin = read('PUBLIC_ORIGIN');
  const secrets = read('SECRET');
  const trustedProxies = read('TRUSTED_PROXIES');
  const countryHeader = read('COUNTRY_HEADER');
  const edgeCache = read('EDGE_CACHE');

  for (const [name, { default: fallback, allowed }] of Object.entries<Setting<unknown>>(settingsTable))
    if (fallback[mode] === null && mode === 'production' && !environment[name])
      problems.push({ name, value: null, message: `Production mode requires it. Allowed: ${allowed}.` });
  if (countryHeader !== '' && trustedProxies.length === 0) {
    complain('COUNTRY_HEADER', 'Anybody could send this header. Name the proxies that may in TRUSTED_PROXIES.');
  }
  if (edgeCache !== '' && trustedProxies.length === 0)
    complain(
      'EDGE_CACHE',
      'Anybody could pass for the cache. Name the addresses that it asks from in TRUSTED_PROXIES.',
    );
  const mail = read('MAIL');
  if (mode === 'production' && !environment.SMTP_URL && mail !== 'none')
    complain(
      'SMTP_URL',
      'Without it no mails are sent, and accounts cannot be activated. Set the address of the mail server, or set MAIL to "none" to send no mails.',
    );
  if (environment.SMTP_URL && mail === 'none')
    complain('MAIL', 'SMTP_URL names a server that takes mails. Leave out one of the two.');
  const metricsPort = read('METRICS_PORT');
  if (metricsPort === port)
    complain('METRICS_PORT', 'That is the port of the site. Choose another one, or "public" if visitors may read it.');
  if (environment.SMTP_URL && !environment.MAIL_FROM)
    complain('MAIL_FROM', `SMTP_URL needs a sender. Allowed: ${settingsTable.MAIL_FROM.allowed}.`);
  if (environment.GROWTHBOOK_API_HOST && !environment.GROWTHBOOK_CLIENT_KEY)
    complain(
      'GROWTHBOOK_CLIENT_KEY',
      `GROWTHBOOK_API_HOST needs the key of a connection. Allowed: ${settingsTable.GROWTHBOOK_CLIENT_KEY.allowed}.`,
    );
  const [databaseUrl, directUrl] = [read('DATABASE_URL'), read('DATABASE_DIRECT_URL')];
  if (directUrl !== '' && databaseUrl === '')
    complain(
      'DATABASE_DIRECT_URL',
      'It leads to the database that DATABASE_URL names. Set both, or neither for SQLite.',
    );
  problems.push(...misspelledNames(environment), ...formerNames(environment));

  const webhookSecrets = read('WEBHOOK_SECRETS');
  const webhooks = read('WEBHOOKS').map((target) => ({
    ...target,
    secrets: webhookSecrets.flatMap(({ name, secret }) => (name === target.name ? [secret] : [])),
  }));
  const unsigned = webhooks.find(({ secrets: own }) => own.length === 0);
  if (unsigned !== undefined)
    complain(
      'WEBHOOKS',
      `The receiver of "${unsigned.name}" could not verify requests. Add a secret for it to WEBHOOK_SECRETS.`,
    );

  const ofJourneys = readJourneySettings(read);
  const settings: Settings = {
    ...readRows(read),
    ...ofJourneys,
    mode,
    publicOrigin: origin ?? `http://localhost:${port}`,
    assetsDir: read('ASSETS_DIR') || paths.prepared,
    secrets: secrets ?? [],
    environment: environmentName,
    listed: environmentName === 'production',
    securityContacts: read('SECURITY_CONTACT'),
    metrics: typeof metricsPort === 'number' ? { host: read('METRICS_HOST'), port: metricsPort } : metricsPort || null,
    otlpEndpoint: environment['OTEL_SDK_DISABLED'] === 'true' ? '' : read('OTEL_EXPORTER_OTLP_ENDPOINT'),
    traceShare: read('OTEL_TRACES_SAMPLER_ARG'),
    shutdownDelayMs: 1_000 * read('SHUTDOWN_DELAY_SECONDS'),
    pageCacheBytes: read('PAGE_CACHE_MB') * 1024 * 1024,
    precompilesPages: read('PRECOMPILE_PAGES') === 'all',
    databaseDirectUrl: directUrl === '' ? databaseUrl : directUrl,
    connections: { max: read('DATABASE_POOL_MAX'), warm: read('DATABASE_POOL_MIN') },
    isDatabaseUnencrypted: [databaseUrl, directUrl].some((url) => isDatabaseUnencrypted(url, environment)),
    migratesAtStart: databaseUrl === '' || read('DATABASE_MIGRATIONS') === 'at-start',
    webhooks,
    providers: readProviders(read, environment, complain),
    staffProvider: readStaffProvider(read),
    graphqlUrl: read('ACQ_BACKEND_GRAPHQL_URL'),
    sourceMapService: {
      url: read('SENTRY_URL'),
      organization: read('SENTRY_ORG'),
      project: read('SENTRY_PROJECT'),
      token: read('SENTRY_AUTH_TOKEN'),
    },
    minimumResponseTimeMs: read('MIN_RESPONSE_TIME_MS'),
    limits: {
      ...ofJourneys.limits,
      requestsPerNetwork: read('RATE_LIMIT_REQUESTS'),
      mailPerAddress: read('RATE_LIMIT_MAILS'),
      signInFailuresPerNetwork: read('RATE_LIMIT_SIGN_IN_FAILURES'),
    },
    dynamicRequests: read('RATE_LIMIT_DYNAMIC_REQUESTS'),
    experimentVisitors: read('RATE_LIMIT_EXPERIMENT_VISITORS'),
    networkShare: read('EXPERIMENT_NETWORK_SHARE'),
    ipv6SiteFactor: read('RATE_LIMIT_IPV6_SITE_FACTOR'),
    socketLimits: {
      connectionsPerNetwork: read('RATE_LIMIT_SOCKET_CONNECTIONS'),
      framesPerNetwork: read('RATE_LIMIT_SOCKET_FRAMES'),
    },
  };
  if (mode === 'demo' && isKnownMode)
    refuseForDemo(environment, (name, message) => {
      if (problems.every((problem) => problem.name !== name)) complain(name, message);
    });
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems };
}

/** Whether an environment, which may be incomplete, selects production mode. */
export const isProduction = ({ VITRINE_MODE, ENVIRONMENT }: Environment): boolean =>
  (VITRINE_MODE || ENVIRONMENT) === 'production';

function readMode(environment: Environment, problems: SettingProblem[]): Mode {
  return readOne('VITRINE_MODE', environment, problems, isProduction(environment) ? 'production' : 'demo');
}

/** The parsed value or the default; the default as well for an invalid value, whose problem prevents the start. */
function readOne<Name extends SettingName>(
  name: Name,
  environment: Environment,
  problems: SettingProblem[],
  mode: Mode,
): SettingOrDefault<Name> {
  const given = environment[name];
  if (!given) return getDefault(name, mode);
  const { parse, allowed } = settingsTable[name];
  const value = parse(given);
  if (value === undefined) {
    problems.push({ name, value: shown(name, given), message: `Allowed: ${allowed}.` });
    return getDefault(name, mode);
  }
  // Parsed by the row of `name`; the union of all rows hides that from the type checker.
  return value as SettingValue<Name>;
}

function shown(name: SettingName, value: string | undefined): string | null {
  if (value === undefined) return null;
  const definition: { readonly secret?: true } = settingsTable[name];
  return definition.secret ? `(hidden, ${Buffer.byteLength(value)} bytes)` : value;
}

function misspelledNames(environment: Environment): SettingProblem[] {
  const known = Object.keys(settingsTable);
  return Object.keys(environment)
    .filter((name) => name.startsWith('VITRINE_') && !known.includes(name))
    .map((name) => {
      const nearest = suggestName(name, known);
      const hint = nearest === undefined ? 'Remove it.' : `Did you mean "${nearest}"?`;
      return { name, value: environment[name] ?? null, message: `There is no such setting. ${hint}` };
    });
}

/** Names that are nearly those of settings. They may belong to another program, so that the server starts nevertheless. */
export function findSimilarNames(
  environment: Environment,
): readonly { readonly name: string; readonly meant: string }[] {
  const known = Object.keys(settingsTable);
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name) || name in renamedSettings || name.startsWith('VITRINE_')) return [];
    const meant = suggestName(name, known);
    if (meant === undefined) return [];
    const edits = distance(name.toUpperCase(), meant);
    return edits === 0 || edits <= (name.length < 8 ? 1 : 2) ? [{ name, meant }] : [];
  });
}

function formerNames(environment: Environment): SettingProblem[] {
  return Object.entries(renamedSettings).flatMap(([former, { name, values }]) => {
    const value = environment[former];
    const message = `Set ${name} instead${values === undefined ? '' : `, ${values}`}.`;
    return value ? [{ name: former, value, message }] : [];
  });
}

/** The error message for invalid settings. */
export function formatProblems(problems: readonly SettingProblem[]): string {
  const lines = problems.map(({ name, value, message }) => {
    const found = value === null ? 'is not set' : `is ${JSON.stringify(value)}`;
    return `  ${name} ${found}. ${message}`;
  });
  const count = problems.length === 1 ? 'One setting needs' : `${problems.length} settings need`;
  return [
    `${count} attention before the server can start:`,
    ...lines,
    'All settings are explained in docs/settings.md.',
  ].join('\n');
}
