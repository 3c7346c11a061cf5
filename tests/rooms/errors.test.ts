import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url);
const files = globSync('{engine,blocks,commands,journeys,server}/**/*.{ts,tsx}', { cwd: root.pathname })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file));

/** An error without a family, thrown or handed to anyone who waits. */
const PLAIN = /(?:throw new|reject\(new) Error\(/;

test('What the product throws belongs to a family of engine/base/errors.ts, or to a class of its own', () => {
  expect(files.length).toBeGreaterThan(400);
  const plain = files.filter((file) => PLAIN.test(readFileSync(new URL(file, root), 'utf8')));
  expect(plain, 'Throw a Bug, a Mistake or an Outage; answer with an outcome what is expected to happen.').toEqual([]);
});

test.each(["throw new Error('a')", "reject(new Error('a'))"])('%s is found', (line) => {
  expect(PLAIN.test(line)).toBe(true);
});

test.each(["throw new Bug('a')", "throw new RangeError('a')", "const error = new Error('a');"])(
  '%s is allowed',
  (line) => {
    expect(PLAIN.test(line)).toBe(false);
  },
);
