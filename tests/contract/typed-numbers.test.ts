import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

/** What a person typed comes out of these; counts of a database and matches of digits are numbers already. */
const TYPED =
  /\bNumber(?:\.parseInt|\.parseFloat)?\((?:fields\.|valueOf\(|query\.|text\(|typed\b|values\.|asked\.get)|\bparseFloat\(|\bparseInt\([^,()]*\)/;

test('What a person types is read as a number by one parser alone', () => {
  const files = listPaths('.', '{server,commands,journeys}/**/*.ts', ['**/*.test.ts']);
  const others = files.filter((file) => TYPED.test(readFileSync(file, 'utf8')));
  expect(files.length).toBeGreaterThan(500);
  expect(others).toEqual([]);
});
