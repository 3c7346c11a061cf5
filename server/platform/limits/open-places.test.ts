import fc from 'fast-check';
import { expect, test } from 'vitest';
import { networkOf } from './rate-limit.ts';
import { OpenPlaces } from './open-places.ts';

test('a network that has all its places leaves the others theirs', () => {
  const places = new OpenPlaces({ perNetwork: 2, total: 10 });
  expect([places.take('a'), places.take('a'), places.take('a')]).toEqual([
    expect.any(Function),
    expect.any(Function),
    'network',
  ]);
  expect(places.take('b')).toEqual(expect.any(Function));
});

test('all /64 networks of one IPv6 site share its places, addresses of IPv4 share none', () => {
  const places = new OpenPlaces({ perNetwork: 2, total: 10 });
  const answers = ['1', '2', '3'].map((subnet) => places.take(networkOf(`2001:db8:7:${subnet}::1`)));
  expect(answers.at(-1)).toBe('network');
  expect(places.take(networkOf('2001:db8:8:1::1'))).toEqual(expect.any(Function));
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    expect(places.take(networkOf(address))).toEqual(expect.any(Function));
});

test('many networks together get no more than there is', () => {
  const places = new OpenPlaces({ perNetwork: 2, total: 3 });
  const answers = ['a', 'b', 'c', 'd'].map((network) => places.take(network));
  expect(answers.at(-1)).toBe('total');
});

test('whatever is taken and given back in whatever order, also twice, the count is that of what is open', () => {
  const step = fc.record({ network: fc.constantFrom('a', 'b', 'c'), frees: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const limits = { perNetwork: 3, total: 6 };
      const places = new OpenPlaces(limits);
      const open: { network: string; free: () => void }[] = [];
      const freed: (() => void)[] = [];
      for (const { network, frees } of steps) {
        const place = places.take(network);
        const own = open.filter((each) => each.network === network).length;
        const isFull = own >= limits.perNetwork || open.length >= limits.total;
        expect(typeof place).toBe(isFull ? 'string' : 'function');
        if (typeof place === 'function') open.push({ network, free: place });
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
