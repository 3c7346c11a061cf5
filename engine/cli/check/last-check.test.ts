import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Finding } from '#engine/shared/finding.ts';
import { FileSnapshot } from './file-state.ts';
import { LAST_CHECK, LastCheck } from './last-check.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'last-check-'));
  mkdirSync(join(root, 'pages-config'));
  write('pages-config/site.json', '{ "a": 1 }');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
const finding: Finding = { rule: 'json', severity: 'error', file: 'a', line: 1, column: 1, path: '', message: 'm' };
const DAY = '2026-11-29';
const check = (): void => new LastCheck(root, DAY).save([finding]);
const recalled = (day = DAY): readonly Finding[] | null => new LastCheck(root, day).findings;

test('A run after which no file changed knows what the last one found, on the same day', () => {
  expect(recalled()).toBe(null);
  check();
  expect(recalled()).toEqual([finding]);
  expect(recalled('2026-11-30')).toBe(null);
});

test.each([
  ['a text', () => write('pages-config/site.json', '{ "a": 22 }')],
  ['a text of the same length', () => write('pages-config/site.json', '{ "a": 2 }')],
  ['a new file', () => write('pages-config/new.json', '{}')],
  ['a new folder', () => mkdirSync(join(root, 'images/new'), { recursive: true })],
  ['a missing file', () => rmSync(join(root, 'pages-config/site.json'))],
  ['what editors complete by', () => mkdirSync(join(root, 'schemas/generated/editor'), { recursive: true })],
  ['a damaged cache', () => write(LAST_CHECK, readFileSync(join(root, LAST_CHECK), 'utf8').slice(0, -3))],
  ['a link to a folder', () => symlinkSync(root, join(root, 'pages-config/link'))],
])('%s is looked at again', (_what, change) => {
  check();
  change();
  expect(recalled()).toBe(null);
});

test('A file that changes while rules check it is checked again', () => {
  const last = new LastCheck(root, DAY);
  write('pages-config/site.json', '{ "a": 2 }');
  last.save([]);
  expect(recalled()).toBe(null);
});

test('Of a file that was just written the content counts, because a second change may have the same time', () => {
  const file = join(root, 'pages-config/site.json');
  const place = { root, paths: ['pages-config'] };
  const settled = new FileSnapshot([place], Date.now() + 60_000).read();
  const fresh = new FileSnapshot([place]).read();
  expect([settled?.unsettled, fresh?.unsettled]).toEqual([[], [file]]);
  if (settled === null || fresh === null) throw new Error('The state was expected.');
  utimesSync(file, 1_000, 1_000);
  const touched = new FileSnapshot([place]);
  expect([touched.isSame(settled), touched.isSame(fresh)]).toEqual([false, true]);
});
