import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compare } from './compare.ts';
import type { ProofResult } from '../proof.ts';
import { type Entry, TextStore } from './store.ts';

let folder: string;
let store: TextStore;
const written: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-compare-'));
  store = new TextStore(folder);
});
afterEach(() => {
  for (const each of [folder, ...written.splice(0)]) rmSync(each, { recursive: true });
});

interface Said {
  readonly status?: number;
  readonly headers?: readonly string[];
  readonly body?: string;
}

const entry = ({ status = 200, headers = ['a: 1'], body = '<p>Welcome</p>' }: Said): Entry => ({
  kind: 'page',
  status,
  headers,
  body: store.put(body),
  styles: store.put(''),
});

function result(before: Readonly<Record<string, Said>>, after: Readonly<Record<string, Said>>): ProofResult {
  const recording = (all: typeof before) => ({
    entries: Object.fromEntries(Object.entries(all).map(([name, said]) => [name, entry(said)])),
    broken: [],
  });
  const compared = compare({ commit: 'a'.repeat(40), earlier: recording(before), present: recording(after), store });
  const place = new Map(compared.found).get('In full');
  if (typeof place === 'string') written.push(place);
  return compared;
}

test('equal recordings break no promise', () => {
  expect(result({ one: {} }, { one: {} }).broken).toEqual([]);
});

test('recordings of nothing prove nothing', () => {
  expect(result({}, {}).broken.join()).toContain('nothing was proved');
});

test.each<[string, Said, string]>([
  ['a status', { status: 404 }, 'status 200 → 404'],
  ['a header', { headers: ['a: 2'] }, 'header a'],
  ['a header that is sent twice', { headers: ['a: 1', 'a: 1'] }, 'sent twice'],
  ['a word', { body: '<p>Goodbye</p>' }, 'Goodbye'],
])('%s that differs is listed with the name of the record', (_, changed, name) => {
  const [first = ''] = result({ 'GET /': {} }, { 'GET /': changed }).broken;
  expect(first).toContain(name);
  expect(first).toContain('"GET /"');
});

test('what differs in many records is reported once, and every record is in the folder that is named', () => {
  const names = Array.from({ length: 30 }, (_, index) => `GET /${index}`);
  const all = (body: string) => Object.fromEntries(names.map((name) => [name, { body: `<p>${body}</p>` }]));
  const { broken, found } = result(all('one'), all('two'));
  expect(broken).toHaveLength(1);
  expect(broken[0]).toContain('30 records');
  const report = readFileSync(join(String(new Map(found).get('In full')), 'differences.txt'), 'utf8');
  for (const name of names) expect(report).toContain(name);
});

test('a record that only one of the trees has is a difference', () => {
  expect(result({ one: {} }, { one: {}, two: {} }).broken.join()).toContain('only now');
  expect(result({ one: {}, two: {} }, { one: {} }).broken.join()).toContain('no more');
});
