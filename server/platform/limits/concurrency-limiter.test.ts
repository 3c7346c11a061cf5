import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getRateLimitKey } from './rate-limit.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

const nothing = (): void => undefined;

test('a network that has all its places leaves the others theirs', () => {
  const places = new ConcurrencyLimiter({ perNetwork: 2, total: 10 });
  expect([places.take('a', nothing), places.take('a', nothing), places.take('a', nothing)]).toEqual([
    expect.any(Function),
    expect.any(Function),
    'network',
  ]);
  expect(places.take('b', nothing)).toEqual(expect.any(Function));
});

test('all /64 networks of one IPv6 site share its places, addresses of IPv4 share none', () => {
  const places = new ConcurrencyLimiter({ perNetwork: 2, total: 10 });
  const answers = ['1', '2', '3'].map((subnet) => places.take(getRateLimitKey(`2001:db8:7:${subnet}::1`), nothing));
  expect(answers.at(-1)).toBe('network');
  expect(places.take(getRateLimitKey('2001:db8:8:1::1'), nothing)).toEqual(expect.any(Function));
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect(places.take(getRateLimitKey(address), nothing)).toEqual(expect.any(Function));
});

test('many networks together get no more than there is', () => {
  const places = new ConcurrencyLimiter({ perNetwork: 2, total: 3 });
  const answers = ['a', 'b', 'c', 'd'].map((network) => places.take(network, nothing));
  expect(answers.at(-1)).toBe('total');
});

test('where nothing is left, who has less gets the last place of who has most', () => {
  const places = new ConcurrencyLimiter({ perNetwork: 3, total: 5 });
  const ended: string[] = [];
  const take = (network: string, name: string) => places.take(network, () => ended.push(name));
  for (const name of ['a1', 'a2', 'a3']) take('a', name);
  for (const name of ['b1', 'b2']) take('b', name);
  expect(take('c', 'c1')).toEqual(expect.any(Function));
  expect(take('b', 'b3')).toBe('total');
  expect(take('d', 'd1')).toEqual(expect.any(Function));
  expect([ended, places.open]).toEqual([['a3', 'a2'], 5]);
});

test('whatever is taken and given back in whatever order, also twice, the count is that of what is open', () => {
  const step = fc.record({ network: fc.constantFrom('a', 'b', 'c'), frees: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const limits = { perNetwork: 3, total: 6 };
      const places = new ConcurrencyLimiter(limits);
      const open: { network: string; free: () => void; mark: object }[] = [];
      const freed: (() => void)[] = [];
      for (const { network, frees } of steps) {
        const has = (name: string): number => open.filter((each) => each.network === name).length;
        const own = has(network);
        const isTaken = open.length >= limits.total && !['a', 'b', 'c'].some((other) => has(other) > own + 1);
        const isFull = own >= limits.perNetwork || isTaken;
        const mark = {};
        const place = places.take(network, () => {
          const [ended] = open.splice(
            open.findIndex((each) => each.mark === mark),
            1,
          );
          if (ended) freed.push(ended.free);
        });
        expect(typeof place).toBe(isFull ? 'string' : 'function');
        if (typeof place === 'function') open.push({ network, free: place, mark });
        freed.forEach((again) => again());
        for (const { free } of open.splice(0, frees === 3 ? 2 : 0)) {
          free();
          freed.push(free);
        }
        expect(places.open).toBe(open.length);
      }
    }),
    { numRuns: 200, seed: 1 },
  );
});
