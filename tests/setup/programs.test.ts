import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findChromium, findFallbackFont, findPostgres, usualBrowsers, usualPostgres } from './programs.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  vi.stubEnv('CHROMIUM_PATH', undefined);
  vi.stubEnv('POSTGRES_BIN', undefined);
  vi.stubEnv('PATH', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function program(path: string, mode = 0o755): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, '');
  chmodSync(whole, mode);
  return whole;
}

test('CHROMIUM_PATH is taken at its word', () => {
  program('chromium');
  const own = program('own/browser');
  vi.stubEnv('CHROMIUM_PATH', own);
  expect(findChromium()).toBe(own);
});

test('a CHROMIUM_PATH that leads nowhere finds no browser instead of another one', () => {
  program('chromium');
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'missing'));
  expect(findChromium()).toBeNull();
});

test('without CHROMIUM_PATH the first known name on PATH is taken', () => {
  program('google-chrome');
  expect(findChromium()).toBe(join(folder, 'google-chrome'));
  program('chromium');
  expect(findChromium()).toBe(join(folder, 'chromium'));
});

test('a file that cannot be executed is not a program', () => {
  program('chromium', 0o644);
  expect(findChromium()).toBeNull();
});

test('PostgreSQL on PATH comes before the folders of Debian', () => {
  program('initdb');
  expect(findPostgres()).toBe(folder);
});

test('POSTGRES_BIN is taken at its word', () => {
  program('initdb');
  const own = program('own/initdb');
  vi.stubEnv('POSTGRES_BIN', join(own, '..'));
  expect(findPostgres()).toBe(join(folder, 'own'));
  vi.stubEnv('POSTGRES_BIN', join(folder, 'missing'));
  expect(findPostgres()).toBeNull();
});

test('browsers and PostgreSQL are looked for where installers put them on macOS and Windows', () => {
  const mac = { platform: 'darwin', env: {}, home: '/Users/anna' } as const;
  expect(usualBrowsers(mac)).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  expect(usualBrowsers(mac)).toContain('/Users/anna/Applications/Chromium.app/Contents/MacOS/Chromium');
  expect(usualPostgres(mac)).toContain('/opt/homebrew/opt/postgresql@*/bin');
  const windows = {
    platform: 'win32',
    env: { ProgramFiles: 'C:\\Program Files', LOCALAPPDATA: 'C:\\Users\\anna\\AppData\\Local' },
    home: 'C:\\Users\\anna',
  } as const;
  expect(usualBrowsers(windows)).toEqual(
    expect.arrayContaining([
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Users\\anna\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe',
    ]),
  );
  expect(usualPostgres(windows)).toContain('C:\\Program Files\\PostgreSQL\\*\\bin');
  expect(usualBrowsers({ ...mac, platform: 'linux' })).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'the fallback font is found below a folder of fonts, another font is not',
  () => {
    program('truetype/dejavu/DejaVuSans.ttf');
    expect(findFallbackFont([folder])).toBeNull();
    const font = program('truetype/liberation/LiberationSans-Regular.ttf');
    expect(findFallbackFont([folder])).toBe(font);
  },
);
