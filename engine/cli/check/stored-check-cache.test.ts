import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CheckedParts } from '#engine/documents/check-cache.ts';
import { hashFiles } from './hash-files.ts';
import { CHECK_CACHE, hashCheckCode, StoredCheckCache } from './stored-check-cache.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'check-cache-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function remember(parts: readonly string[], code = 'code'): void {
  const cache = new StoredCheckCache(root, code);
  for (const part of parts) cache.add(part);
  cache.save();
}

test('A later run of the same code knows the parts of the last one', () => {
  remember(['one', 'other']);
  const cache = new StoredCheckCache(root, 'code');
  expect(['one', 'other', 'third'].map((part) => cache.has(part))).toEqual([true, true, false]);
  expect(new StoredCheckCache(root, 'other code').has('one')).toBe(false);
});

test('A server knows the parts that its build inspected, by their names', () => {
  const cache = new StoredCheckCache(root, 'code');
  cache.add('one');
  const parts = new CheckedParts(cache.names);
  expect(['one', 'other'].map((part) => parts.has(part))).toEqual([true, false]);
});

test('What a run did not ask for is dropped', () => {
  remember(['one', 'other']);
  const cache = new StoredCheckCache(root, 'code');
  cache.has('one');
  cache.save();
  expect(['one', 'other'].map((part) => new StoredCheckCache(root, 'code').has(part))).toEqual([true, false]);
});

test('A cache that cannot be read knows nothing', () => {
  remember(['one']);
  const file = join(root, CHECK_CACHE);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -3));
  expect(new StoredCheckCache(root, 'code').has('one')).toBe(false);
  writeFileSync(file, '{ "code": "code", "state": null, "parts": "one" }');
  expect(new StoredCheckCache(root, 'code').has('one')).toBe(false);
});

test('Folders of what is generated do not change the code', () => {
  mkdirSync(join(root, 'schemas'));
  writeFileSync(join(root, 'schemas/a.schema.json'), '{}');
  const before = hashCheckCode(root);
  mkdirSync(join(root, 'schemas/generated/editor'), { recursive: true });
  writeFileSync(join(root, 'schemas/generated/editor/landing.schema.json'), '{}');
  expect(hashCheckCode(root)).toBe(before);
  writeFileSync(join(root, 'schemas/a.schema.json'), '{ }');
  expect(hashCheckCode(root)).not.toBe(before);
});

test('A hash of files follows names and contents, and what cannot be read is never the same twice', () => {
  const hash = (): string => hashFiles(root, ['blocks', 'missing']);
  mkdirSync(join(root, 'blocks'));
  const hashes = [hash(), hash()];
  writeFileSync(join(root, 'blocks/a.css'), '.a {}');
  hashes.push(hash());
  writeFileSync(join(root, 'blocks/a.css'), '.b {}');
  hashes.push(hash(), hash());
  expect(new Set(hashes).size).toBe(3);
  symlinkSync(root, join(root, 'blocks/link'));
  expect(hash()).not.toBe(hash());
});
