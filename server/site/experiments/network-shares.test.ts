import { expect, test } from 'vitest';
import { MIN_NETWORK_VISITORS, NetworkShares } from './network-shares.ts';

const NOW = Date.UTC(2026, 10, 26, 12);

const exposure = (experiment: string, variation: string, isFirst = true) => ({
  experiment,
  phase: 1,
  variation,
  isFirst,
});

function counted(
  times: number,
  what: Parameters<NetworkShares['count']>[0],
  network: string | null,
  shares: NetworkShares,
): void {
  for (let time = 0; time < times; time += 1) shares.count(what, network, NOW);
}

test('the largest share of a variation is named for each experiment, once a network brought enough, and begins anew each day', () => {
  const shares = new NetworkShares();
  const both = [exposure('hero', 'a'), exposure('price', 'b')];
  counted(MIN_NETWORK_VISITORS - 1, both, 'one', shares);
  expect([...shares.largest(NOW)]).toEqual([
    ['hero', 0],
    ['price', 0],
  ]);
  counted(1, [exposure('hero', 'a')], 'one', shares);
  counted(150, [exposure('hero', 'a')], null, shares);
  counted(9_000, [exposure('hero', 'b'), exposure('hero', 'a', false)], 'two', shares);
  counted(1_000, [exposure('hero', 'b')], null, shares);
  expect(shares.largest(NOW).get('hero')).toBe(0.9);
  expect(shares.largest(NOW).get('price')).toBe(0);
  expect([...shares.largest(NOW + 24 * 3_600_000)]).toEqual([]);
});

test('every visitor of a named network is taken once to be stored, also one of the day before', () => {
  const shares = new NetworkShares();
  const row = (variation: string, day: string) => ['hero', '1', variation, `${day}T00:00:00.000Z`, 'one'];
  counted(2, [exposure('hero', 'a')], 'one', shares);
  counted(3, [exposure('hero', 'a'), exposure('hero', 'b', false)], null, shares);
  expect(shares.takeUnsaved()).toEqual([{ parts: row('a', '2026-11-26'), count: 2 }]);
  expect(shares.takeUnsaved()).toEqual([]);
  counted(1, [exposure('hero', 'a')], 'one', shares);
  shares.count([exposure('hero', 'b')], 'one', NOW + 24 * 3_600_000);
  expect(shares.takeUnsaved()).toEqual([
    { parts: row('a', '2026-11-26'), count: 1 },
    { parts: row('b', '2026-11-27'), count: 1 },
  ]);
});
