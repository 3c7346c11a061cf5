import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

const root = join(import.meta.dirname, '../..');
const tests = listPaths(
  root,
  '{engine/{routing,guards,decide},journeys/*/{base,browser,decide,server}}/**/*.test.ts',
).map((file) => readFileSync(join(root, file), 'utf8'));
const rules = [...readFileSync(join(root, 'docs/routing.md'), 'utf8').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(
  (match) => match[1] ?? '',
);

test('every rule of docs/routing.md is quoted by a test, and every quoted rule is there', () => {
  const quoted = new Set(
    tests.flatMap((source) => [...source.matchAll(/['"`]([A-Z]\d{1,2}): /g)].map((match) => match[1] ?? '')),
  );
  expect([...quoted].toSorted()).toEqual([...new Set(rules)].toSorted());
});
