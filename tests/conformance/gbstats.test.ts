import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCases } from '#engine/cli/stats/cases.ts';
import { compareCases, TOLERANCE } from '#engine/cli/stats/compare-cases.ts';

const file = join(import.meta.dirname, 'gbstats-cases.json');
const comparisons = compareCases(readCases(readFileSync(file, 'utf8'), file));

test.each(comparisons)("$list: $value is what GrowthBook's engine says in all $cases cases", ({ worst }) => {
  expect(worst).toBeLessThanOrEqual(TOLERANCE);
});

test('Every list of cases is compared in every value that experiments are read by', () => {
  const counted = Object.groupBy(comparisons, ({ list }) => list);
  expect(Object.entries(counted).map(([list, values = []]) => [list, values.length])).toEqual([
    ['frequentist', 5],
    ['sequential', 5],
    ['bayesian', 7],
    ['srm', 1],
  ]);
});
