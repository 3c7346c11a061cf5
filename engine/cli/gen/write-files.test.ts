import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findDifferences, settle } from './write-files.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-gen-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('What was written is not written again', () => {
  const files = new Map([
    ['schemas/generated/a.ts', 'a'],
    ['docs/documents.md', 'b'],
  ]);
  settle(root, findDifferences(root, files), files);
  expect(readFileSync(join(root, 'docs/documents.md'), 'utf8')).toBe('b');
  expect(findDifferences(root, files)).toEqual([]);
});

test('A changed, a missing and a left-over file are told apart; the last one is taken away', () => {
  const before = new Map([
    ['schemas/generated/a.ts', 'a'],
    ['schemas/generated/old.ts', 'b'],
  ]);
  settle(root, findDifferences(root, before), before);
  const after = new Map([
    ['schemas/generated/a.ts', 'A'],
    ['schemas/generated/new.ts', 'c'],
  ]);
  const differences = findDifferences(root, after);
  expect(differences).toEqual([
    { file: 'schemas/generated/a.ts', state: 'changed' },
    { file: 'schemas/generated/new.ts', state: 'missing' },
    { file: 'schemas/generated/old.ts', state: 'left over' },
  ]);
  settle(root, differences, after);
  expect(existsSync(join(root, 'schemas/generated/old.ts'))).toBe(false);
});
