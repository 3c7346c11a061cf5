import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFiles } from './hash-files.ts';
import { SOUND_MEMORY, SoundMemory } from './sound-memory.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sound-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function remember(parts: readonly string[], code = 'code'): void {
  const memory = new SoundMemory(root, code);
  for (const part of parts) memory.add(part);
  memory.save();
}

test('A later run of the same code knows the parts of the last one', () => {
  remember(['one', 'other']);
  const memory = new SoundMemory(root, 'code');
  expect(['one', 'other', 'third'].map((part) => memory.has(part))).toEqual([true, true, false]);
  expect(new SoundMemory(root, 'other code').has('one')).toBe(false);
});

test('What a run did not ask for is dropped', () => {
  remember(['one', 'other']);
  const memory = new SoundMemory(root, 'code');
  memory.has('one');
  memory.save();
  expect(['one', 'other'].map((part) => new SoundMemory(root, 'code').has(part))).toEqual([true, false]);
});

test('A memory that cannot be read knows nothing', () => {
  remember(['one']);
  const file = join(root, SOUND_MEMORY);
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -3));
  expect(new SoundMemory(root, 'code').has('one')).toBe(false);
  writeFileSync(file, '{ "code": "code", "sound": "one" }');
  expect(new SoundMemory(root, 'code').has('one')).toBe(false);
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
