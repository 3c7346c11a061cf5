import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { isDatabaseUnencrypted } from './local-host.ts';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDemoSecret } from './read-demo-secret.ts';
import { formatProblems, findSimilarNames, readSettings, type Environment, type Settings } from './read-settings.ts';
import { renamedSettings } from './renamed-settings.ts';
import type { Defaults } from './setting.ts';
import { getDefault, type SettingName, settingsTable } from './table.ts';

function settings(environment: Environment): Settings {
  const result = readSettings(environment);
  if (!result.ok) throw new Error(formatProblems(result.problems));
  return result.settings;
}

function listProblems(environment: Environment): string[] {
  const result = readSettings(environment);
  return result.ok ? [] : result.problems.map(({ name }) => name);
}

test('nothing has to be set: the defaults are a demo on this machine', () => {
  expect(settings({})).toMatchObject({
    mode: 'demo',
    port: 3000,
    host: '127.0.0.1',
    basePath: '/',
    publicOrigin: 'http://localhost:3000',
  });
});

test('all problems come in one list that names the setting, its value and what is allowed', () => {
  const result = readSettings({ PORT: '70000', LOG_LEVEL: 'loud', BASE_PATH: 'club' });
  if (result.ok) throw new Error('These settings are wrong.');
  const report = formatProblems(result.problems);
  expect(report).toContain('PORT is "70000". Allowed: a whole number from 0 to 65535.');
  expect(report).toContain('LOG_LEVEL is "loud".');
  expect(report).toContain('BASE_PATH is "club".');
});

test('limits are a number and a time', () => {
  expect(settings({ RATE_LIMIT_MAILS: '5 per 2 h', RATE_LIMIT_REQUESTS: '9 per 30 s' }).limits).toMatchObject({
    mailPerAddress: { max: 5, windowSeconds: 7_200 },
    requestsPerNetwork: { max: 9, windowSeconds: 30 },
    signInFailuresPerNetwork: { max: 10, windowSeconds: 900 },
  });
  const wrong = ['60', '60/10min', '0 per 10 min', '5 per 0 s', '5 per 1 day', '-1 per 1 s'];
  for (const text of wrong) expect(listProblems({ RATE_LIMIT_MAILS: text }), text).toEqual(['RATE_LIMIT_MAILS']);
});

const proxied = { TRUSTED_PROXIES: '127.0.0.1' };
const mailed = { MAIL_FROM: 'a@example.com' };
const database = (name: string, ...urls: string[]): [string, Record<string, string>][] =>
  urls.map((url) => [name, { DATABASE_URL: 'postgres://localhost/a', [name]: url }]);

test.each<[string, Record<string, string>]>([
  ...['0.0.0.0', '::', '10.0.0.7', '192.168.1.1'].map((host): [string, Record<string, string>] => [
    'HOST',
    { HOST: host },
  ]),
  ...[
    'https://www.example.com',
    'https://localhost.example.com',
    'https://10.0.0.7',
    'https://127.0.0.1.example.com',
  ].map((origin): [string, Record<string, string>] => ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: origin }]),
  ['TRUSTED_PROXIES', proxied],
  ['TRUSTED_PROXIES', { ...proxied, EDGE_CACHE: 'cdn', COUNTRY_HEADER: 'cf-ipcountry' }],
  ['METRICS_HOST', { METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }],
  ...database(
    'DATABASE_URL',
    'postgres://me@db.example.com/a',
    'postgres://localhost/a?host=db.example.com',
    'postgres://localhost,db.example.com/a',
    'postgres://10.0.0.7:5432/a',
  ),
  ...database('DATABASE_DIRECT_URL', 'postgresql://db.internal/a'),
  ['DATABASE_URL', { DATABASE_URL: 'postgres:///a', PGHOST: 'db.example.com' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://user:password@mail.example.com:465', ...mailed }],
])('demo mode refuses %s in %o, which is of a server that others reach, and says what to do', (name, env) => {
  const result = readSettings(env);
  if (result.ok) throw new Error('A demo would start with it.');
  expect(result.problems.map((problem) => problem.name)).toEqual([name]);
  expect(formatProblems(result.problems)).toContain('or set VITRINE_MODE to "production"');
  const { TRUSTED_PROXIES = '' } = env;
  const others = {
    SECRET: 'a secret of tests that is long enough',
    MAIL: env['SMTP_URL'] ? '' : 'none',
    PUBLIC_ORIGIN: 'https://a.example',
  };
  expect(listProblems({ ...others, ...env, VITRINE_MODE: 'production', TRUSTED_PROXIES })).toEqual([]);
});

test.each<Record<string, string>>([
  { HOST: '::1', PUBLIC_ORIGIN: 'http://[::1]:3000' },
  { HOST: '127.0.0.2', PUBLIC_ORIGIN: 'http://127.0.0.2:3000' },
  { PUBLIC_ORIGIN: 'http://club.localhost:3000' },
  { PUBLIC_ORIGIN: 'https://localhost:8443', SMTP_URL: 'smtp://127.0.0.1:1025', ...mailed },
  { DATABASE_URL: 'postgres:///a' },
  { DATABASE_URL: 'postgres://me@/a?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://%2Fvar%2Frun%2Fpostgresql/a', DATABASE_DIRECT_URL: 'postgres://[::1]/a' },
  { METRICS_PORT: '9464' },
])('demo mode takes what is on this machine: %o', (env) => expect(listProblems(env)).toEqual([]));

test('a setting states its default for each mode, and only a server that others reach has required ones', () => {
  for (const [name, { default: defaults }] of Object.entries(settingsTable))
    expect(Object.keys(defaults), name).toEqual(['demo', 'production']);
  const required = Object.entries<{ default: Defaults }>(settingsTable).filter(
    ([, row]) => row.default.production === null,
  );
  expect(required.map(([name]) => name)).toEqual(['PUBLIC_ORIGIN', 'SECRET']);
});

test.each(Object.entries(renamedSettings))('the former name %s is refused with the name to set', (former, { name }) => {
  expect(Object.keys(settingsTable)).toContain(name);
  const result = readSettings({ ...complete, [former]: '1' });
  expect(result.ok ? [] : result.problems).toEqual([
    { name: former, value: '1', message: expect.stringContaining(`Set ${name} instead`) },
  ]);
});

test('Unset settings give no access and send nothing, in production too', () => {
  const { VITRINE_MODE, PUBLIC_ORIGIN, SECRET } = complete;
  expect(settings({ VITRINE_MODE, PUBLIC_ORIGIN, SECRET, MAIL: 'none' })).toMatchObject({
    host: '127.0.0.1',
    metrics: null,
    otlpEndpoint: '',
    logLevel: 'info',
    hsts: 'subdomains',
    trustedProxies: [],
    countryHeader: '',
    edgeCache: '',
    sharedCacheSeconds: 1,
    graphqlPersistedOnly: true,
    staffProvider: null,
    providers: {},
    sentryDsn: '',
    gtmContainerId: '',
    growthbookApiHost: '',
    exposureExportDir: '',
    migratesAtStart: true,
  });
});

const complete = {
  VITRINE_MODE: 'production',
  PUBLIC_ORIGIN: 'https://www.example.com',
  SECRET: 'a secret of tests that is long enough',
  HOST: '0.0.0.0',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'a@example.com',
};

test('production requires an origin, a secret and a way to send mail', () => {
  expect(listProblems({ VITRINE_MODE: 'production' })).toEqual(['PUBLIC_ORIGIN', 'SECRET', 'SMTP_URL']);
  expect(listProblems({ ENVIRONMENT: 'production' })).toEqual(['PUBLIC_ORIGIN', 'SECRET', 'SMTP_URL']);
  expect(settings(complete)).toMatchObject({
    mode: 'production',
    publicOrigin: 'https://www.example.com',
    host: '0.0.0.0',
  });
});

test('production sends no mail only when it is said aloud, and not beside a mail server', () => {
  const mute = { ...complete, SMTP_URL: '', MAIL_FROM: '' };
  expect(listProblems(mute)).toEqual(['SMTP_URL']);
  expect(settings({ ...mute, MAIL: 'none' }).smtpUrl).toBe('');
  expect(listProblems({ ...complete, MAIL: 'none' })).toEqual(['MAIL']);
  expect(listProblems({ MAIL: 'no' })).toEqual(['MAIL']);
});

test('logs and analytics name production by its name, and only it is listed by search engines', () => {
  expect(settings(complete)).toMatchObject({ environment: 'production', listed: true });
  expect(settings({ ...complete, ENVIRONMENT: 'staging' })).toMatchObject({ environment: 'staging', listed: false });
  expect(settings({})).toMatchObject({ environment: 'demo', listed: false });
});

test('Metrics are off by default, and never on the port of the site by accident', () => {
  expect(settings(complete).metrics).toBeNull();
  expect(settings({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(settings({ ...complete, METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7' }).metrics).toEqual({
    host: '10.0.0.7',
    port: 9464,
  });
  expect(settings({ METRICS_PORT: 'public' }).metrics).toBe('public');
  expect(listProblems({ METRICS_PORT: '3000' })).toEqual(['METRICS_PORT']);
  for (const wrong of ['0', 'yes', '65536', '-1'])
    expect(listProblems({ METRICS_PORT: wrong })).toEqual(['METRICS_PORT']);
});

test('browsers are asked to use https for the whole domain, unless something else was asked for', () => {
  expect(settings(complete).hsts).toBe('subdomains');
  expect(settings({ HSTS: 'off' }).hsts).toBe('off');
  expect(listProblems({ HSTS: 'none' })).toEqual(['HSTS']);
});

test('the environment called production never runs as a demo', () => {
  expect(listProblems({ ENVIRONMENT: 'production', VITRINE_MODE: 'demo' })).toEqual(['VITRINE_MODE']);
});

test('of a mode that does not exist nothing else is said', () => {
  expect(listProblems({ ENVIRONMENT: 'production', VITRINE_MODE: 'prod', HOST: '0.0.0.0' })).toEqual(['VITRINE_MODE']);
});

test('every default is allowed by its own setting', () => {
  for (const name of Object.keys(settingsTable) as SettingName[])
    for (const mode of ['demo', 'production'] as const) expect(() => getDefault(name, mode), name).not.toThrow();
});

test('a secret is never shown, not even a wrong one', () => {
  const result = readSettings({ SECRET: 'hunter2-hunter2' });
  if (result.ok) throw new Error('This secret is too short.');
  expect(formatProblems(result.problems)).not.toContain('hunter2');
});

test('secrets may be several, for a change without a break', () => {
  const [first, second] = ['the first secret is long enough!', 'and so is the second one by a few more'];
  expect(settings({ SECRET: `${first}, ${second}` }).secrets).toEqual([first, second]);
  expect(listProblems({ SECRET: `${first},short` })).toEqual(['SECRET']);
});

test.each(['x'.repeat(64), 'abcdefg'.repeat(6), '0123456789'.repeat(4), 'change-me!'.repeat(4)])(
  'a secret that anybody could guess is refused: %s',
  (guessable) => {
    expect(listProblems({ SECRET: guessable })).toEqual(['SECRET']);
    expect(() => deriveSecrets(`a secret of tests that is long enough,${guessable}`)).toThrow(
      /^SECRET: part 2 (?:has \d different characters|repeats a text of \d+ characters).* Make one with "openssl/,
    );
  },
);

test.each([
  ['postgres://db.example/a', {}, true],
  ['postgres://db.example/a?sslmode=disable', {}, true],
  ['postgres://db.example/a?sslmode=verify-full', {}, false],
  ['postgres://db.example/a', { PGSSLMODE: 'require' }, false],
  ['postgres://localhost/a', {}, false],
  ['postgres:///a', { PGHOST: 'db.example' }, true],
])('%s with %j is reached without TLS: %s', (url, environment, isUnencrypted) => {
  expect(isDatabaseUnencrypted(url, environment)).toBe(isUnencrypted);
});

test('the settings of a server say whether its database is reached without TLS', () => {
  const { DATABASE_URL: _local, ...production } = { DATABASE_URL: '', ...complete };
  const of = (url: string) => settings({ ...production, DATABASE_URL: url }).isDatabaseUnencrypted;
  expect([of('postgres://db.example/a'), of('postgres://db.example/a?ssl=true'), of('')]).toEqual([true, false, false]);
});

test('passwords of the database and of the mail server are never shown', () => {
  const result = readSettings({ DATABASE_URL: 'mysql://root:hunter2@db', SMTP_URL: 'http://me:hunter2@mail' });
  if (result.ok) throw new Error('These URLs are of the wrong kind.');
  expect(result.problems.map(({ name }) => name)).toEqual(['MAIL_FROM', 'DATABASE_URL', 'SMTP_URL']);
  expect(formatProblems(result.problems)).not.toContain('hunter2');
});

test('a mail server needs a sender, which is an address', () => {
  expect(listProblems({ SMTP_URL: 'smtp://localhost:2525' })).toEqual(['MAIL_FROM']);
  expect(listProblems({ MAIL_FROM: 'Maison Cercle' })).toEqual(['MAIL_FROM']);
  expect(listProblems({ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' })).toEqual(['MAIL_FROM']);
  expect(settings({ SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'Cercle <a@example.com>' }).smtpUrl).toBe(
    'smtp://localhost:2525',
  );
});

test('a sign-in address is https', () => {
  expect(listProblems({ LOGIN_URL: 'javascript:alert(1)' })).toEqual(['LOGIN_URL']);
  expect(settings({ LOGIN_URL: 'https://shop.example/login' }).loginUrl).toBe('https://shop.example/login');
});

test('a misspelled name is answered with the nearest one', () => {
  const result = readSettings({ VITRINE_MOD: 'demo' });
  if (result.ok) throw new Error('This name does not exist.');
  expect(result.problems[0]?.message).toContain('Did you mean "VITRINE_MODE"?');
});

test.each([
  ['PUBLIC_ORIGN', 'PUBLIC_ORIGIN'],
  ['DATABASE_URl', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['port', 'PORT'],
  ['TRUSTED_PROXY', null],
  ['PATH', null],
  ['HOSTNAME', null],
  ['POSTGRES_PASSWORD', null],
])('of %s the setting that was meant is %s', (name, meant) => {
  expect(findSimilarNames({ [name]: 'x' })).toEqual(meant === null ? [] : [{ name, meant }]);
});

test('a base path gets its slashes and refuses anything that would leave it', () => {
  expect(settings({ BASE_PATH: '/club' }).basePath).toBe('/club/');
  expect(settings({ BASE_PATH: '/a/b/' }).basePath).toBe('/a/b/');
  expect(listProblems({ BASE_PATH: '/../x' })).toEqual(['BASE_PATH']);
  expect(listProblems({ BASE_PATH: '/a?b' })).toEqual(['BASE_PATH']);
});

test('an origin is only an origin, and plain http is for this machine', () => {
  for (const wrong of ['https://example.com/path', 'http://example.com', 'https://user@example.com'])
    expect(listProblems({ ...complete, PUBLIC_ORIGIN: wrong }), wrong).toEqual(['PUBLIC_ORIGIN']);
  expect(settings({ PUBLIC_ORIGIN: 'http://localhost:8080' }).publicOrigin).toBe('http://localhost:8080');
});

test('a country header is believed only from named proxies', () => {
  expect(listProblems({ COUNTRY_HEADER: 'CF-IPCountry' })).toEqual(['COUNTRY_HEADER']);
  const trusted = settings({ ...complete, COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
  expect(trusted.countryHeader).toBe('cf-ipcountry');
  expect(trusted.trustedProxies).toHaveLength(2);
  for (const everybody of ['10.0.0.0/40', '0.0.0.0/0', '128.0.0.0/1', '::/0', '10.0.0.0/8,::/3'])
    expect([everybody, listProblems({ ...complete, TRUSTED_PROXIES: everybody })]).toEqual([
      everybody,
      ['TRUSTED_PROXIES'],
    ]);
  expect(listProblems({ ...complete, TRUSTED_PROXIES: 'fc00::/7' })).toEqual([]);
});

test('a demo makes its secret once and keeps it for its owner only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-secret-'));
  try {
    const dataDir = join(folder, 'data');
    const secret = await readDemoSecret(dataDir);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await readDemoSecret(dataDir)).toBe(secret);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});
