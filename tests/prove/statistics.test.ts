import { expect, test } from 'vitest';
import { binomialBounds } from './parts/binomial-bounds.ts';
import { seeded } from './parts/seeded.ts';
import { statistics } from './statistics.ts';

test('sequential figures may be looked at every day; fixed ones, asked every day, are fooled', async () => {
  const { found, broken } = await statistics.run({
    runs: 150,
    minutes: null,
    isWhole: false,
    argument: null,
    random: seeded(1),
    progress: () => {},
  });
  expect(broken).toEqual([]);
  expect(found.map(([, value]) => value)).toHaveLength(9);
});

test('bounds of a binomial count are those of tables', () => {
  expect(binomialBounds(100, 0.5, 0.95)).toEqual([40, 60]);
  expect(binomialBounds(20, 0.05, 0.99)).toEqual([0, 4]);
});
