import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#server/platform/paths.ts';
import { judge } from './judge.ts';

const mutants = (states: Readonly<Record<string, number>>) =>
  Object.entries(states).flatMap(([status, count]) =>
    Array.from({ length: count }, () => ({
      status,
      fileName: join(root, 'engine/routing/links.ts'),
      location: { start: { line: 7 } },
      replacement: 'false',
    })),
  );

test('nine changes of ten have to be noticed; one that never ends is, one that no test runs is not', () => {
  const held = judge('urls', mutants({ Killed: 8, Timeout: 1, Survived: 1 }));
  expect([held.found[2], held.broken]).toEqual([['urls: of these by never ending', 1], []]);
  expect(judge('urls', mutants({ Killed: 899, Survived: 60, NoCoverage: 41 }))).toEqual({
    found: [
      ['urls: changes tried', 1000],
      ['urls: noticed', '89.9 %'],
      ['urls: of these by never ending', 0],
      ['urls: left out, each with its reason', 0],
    ],
    broken: [
      'urls: tests notice 89.9 % of the changes, not 90 %.',
      ...Array(101).fill('urls: engine/routing/links.ts:7 may become "false" unnoticed.'),
    ],
  });
});

test('changes that could not be run, or are left out, prove nothing', () => {
  expect(judge('urls', mutants({ RuntimeError: 5, Ignored: 5 })).broken).toEqual([
    'urls: tests notice 0.0 % of the changes, not 90 %.',
  ]);
  expect(judge('urls', mutants({ Killed: 9, Survived: 1, Ignored: 3 })).found).toContainEqual([
    'urls: left out, each with its reason',
    3,
  ]);
});
