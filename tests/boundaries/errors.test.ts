import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPaths } from '#engine/documents/list-paths.ts';

const root = join(import.meta.dirname, '../..');
const files = listPaths(root, '{engine,blocks,commands,journeys,server}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

/** An error without a family, thrown or handed to anyone who waits. */
const PLAIN = /(?:throw new|reject\(new) Error\(/;

test('What the product throws belongs to a family of engine/shared/errors.ts, or to a class of its own', () => {
  expect(files.length).toBeGreaterThan(400);
  const plain = files.filter((file) => PLAIN.test(readFileSync(join(root, file), 'utf8')));
  expect(
    plain,
    'Throw an InternalError, a UserError or an UnavailableError; answer with an outcome what is expected to happen.',
  ).toEqual([]);
});

test.each(["throw new Error('a')", "reject(new Error('a'))"])('%s is found', (line) => {
  expect(PLAIN.test(line)).toBe(true);
});

test.each(["throw new InternalError('a')", "throw new RangeError('a')", "const error = new Error('a');"])(
  '%s is allowed',
  (line) => {
    expect(PLAIN.test(line)).toBe(false);
  },
);
