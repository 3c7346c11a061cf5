import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { demoSecret } from './demo-secret.ts';
import { formatProblems, readSettings, type Environment, type Settings } from './read-settings.ts';
import { settingsPage } from './settings-page.ts';

function settings(environment: Environment): Settings {
  const result = readSettings(environment);
  if (!result.ok) throw new Error(formatProblems(result.problems));
  return result.settings;
}

function problemsOf(environment: Environment): string[] {
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
  const told = formatProblems(result.problems);
  expect(told).toContain('PORT is "70000". Allowed is a whole number from 0 to 65535.');
  expect(told).toContain('LOG_LEVEL is "loud".');
  expect(told).toContain('BASE_PATH is "club".');
});

test('demo mode refuses to listen where other machines reach it', () => {
  expect(problemsOf({ HOST: '0.0.0.0' })).toEqual(['HOST']);
  expect(problemsOf({ HOST: '::' })).toEqual(['HOST']);
  expect(problemsOf({ HOST: '::1' })).toEqual([]);
});

test('production requires an origin and a secret', () => {
  expect(problemsOf({ VITRINE_MODE: 'production' })).toEqual(['PUBLIC_ORIGIN', 'SECRET']);
  expect(problemsOf({ ENVIRONMENT: 'production' })).toEqual(['PUBLIC_ORIGIN', 'SECRET']);
  const complete = {
    VITRINE_MODE: 'production',
    PUBLIC_ORIGIN: 'https://www.example.com',
    SECRET: 'x'.repeat(32),
    HOST: '0.0.0.0',
  };
  expect(settings(complete)).toMatchObject({
    mode: 'production',
    publicOrigin: 'https://www.example.com',
    host: '0.0.0.0',
  });
});

test('the environment called production never runs as a demo', () => {
  expect(problemsOf({ ENVIRONMENT: 'production', VITRINE_MODE: 'demo' })).toEqual(['VITRINE_MODE']);
});

test('a secret is never shown, not even a wrong one', () => {
  const result = readSettings({ SECRET: 'hunter2-hunter2' });
  if (result.ok) throw new Error('This secret is too short.');
  expect(formatProblems(result.problems)).not.toContain('hunter2');
});

test('secrets may be several, for a change without a break', () => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(40)];
  expect(settings({ SECRET: `${first}, ${second}` }).secrets).toEqual([first, second]);
  expect(problemsOf({ SECRET: `${first},short` })).toEqual(['SECRET']);
});

test('a misspelled name is answered with the nearest one', () => {
  const result = readSettings({ VITRINE_MOD: 'demo' });
  if (result.ok) throw new Error('This name does not exist.');
  expect(result.problems[0]?.message).toContain('Did you mean "VITRINE_MODE"?');
});

test('a base path gets its slashes and refuses anything that would leave it', () => {
  expect(settings({ BASE_PATH: '/club' }).basePath).toBe('/club/');
  expect(settings({ BASE_PATH: '/a/b/' }).basePath).toBe('/a/b/');
  expect(problemsOf({ BASE_PATH: '/../x' })).toEqual(['BASE_PATH']);
  expect(problemsOf({ BASE_PATH: '/a?b' })).toEqual(['BASE_PATH']);
});

test('an origin is only an origin, and plain http is for this machine', () => {
  expect(problemsOf({ PUBLIC_ORIGIN: 'https://example.com/path' })).toEqual(['PUBLIC_ORIGIN']);
  expect(problemsOf({ PUBLIC_ORIGIN: 'http://example.com' })).toEqual(['PUBLIC_ORIGIN']);
  expect(problemsOf({ PUBLIC_ORIGIN: 'https://user@example.com' })).toEqual(['PUBLIC_ORIGIN']);
  expect(settings({ PUBLIC_ORIGIN: 'http://localhost:8080' }).publicOrigin).toBe('http://localhost:8080');
});

test('a country header is believed only from named proxies', () => {
  expect(problemsOf({ COUNTRY_HEADER: 'CF-IPCountry' })).toEqual(['COUNTRY_HEADER']);
  const trusted = settings({ COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '10.0.0.0/8, ::1' });
  expect(trusted.countryHeader).toBe('cf-ipcountry');
  expect(trusted.trustedProxies).toHaveLength(2);
  expect(problemsOf({ TRUSTED_PROXIES: '10.0.0.0/40' })).toEqual(['TRUSTED_PROXIES']);
});

test('a demo makes its secret once and keeps it for its owner only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-secret-'));
  try {
    const secret = await demoSecret(folder);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await demoSecret(folder)).toBe(secret);
    expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('docs/settings.md tells what the table holds', async () => {
  const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  expect(page, 'Write it anew: node server/settings/write-settings-page.ts').toBe(settingsPage());
});
