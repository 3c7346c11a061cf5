import { afterEach, describe, expect, test, vi } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { BoundedCounters, createCounter } from './bounded-counters.ts';
import { networkLimits } from './network-limits.ts';
import { getIpv6Prefix } from '#server/platform/ipv6-prefix.ts';

const MINUTE = 60_000;
const limit = { max: 3, windowSeconds: 60 };
const home = '192.0.2.1';
/** A /64 of one /48: 256 of them share a /56. */
const swept = (number: number): string => `2001:db8:1:${number.toString(16)}::/64`;

afterEach(() => vi.restoreAllMocks());

test('the /56 around a /64 is one household, an IPv4 address stands alone', () => {
  expect(['2001:db8:1:2ff::/64', '2001:db8:1:300::/64', '192.0.2.1', ''].map(getIpv6Prefix)).toEqual([
    '2001:db8:1:200::/56',
    '2001:db8:1:300::/56',
    null,
    null,
  ]);
});

describe.each(engines)('limits of networks on %s', (engine) => {
  const { start, location } = bench(engine);

  test('count what is done for all processes, refuse without a write, and begin anew with the window', async () => {
    const place = await location();
    const [one, two] = [await start(place), await start(place)];
    const act = { action: 'x', network: home, limit };
    const answers = [];
    for (const { ports } of [one, two, one, two]) answers.push(await ports.limits.count(act));
    expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    const writes = [one, two].map(({ ports }) => vi.spyOn(ports.database.db, 'insertInto'));
    for (let time = 0; time < 20; time += 1)
      expect(await two.ports.limits.count(act)).toEqual({ allowed: false, retryAfterSeconds: 60 });
    for (const write of writes) expect(write).not.toHaveBeenCalled();
    expect(two.ports.limits.refusals().get('x')).toBe(21);
    expect((await two.ports.limits.count({ ...act, network: '192.0.2.2' })).allowed).toBe(true);
    one.pass(MINUTE);
    two.pass(MINUTE);
    expect((await two.ports.limits.count(act)).allowed).toBe(true);
  });

  test('only misses of an attempt count, however many are made at once, and other processes learn of them', async () => {
    const place = await location();
    const [one, two] = [await start(place), await start(place)];
    const act = { action: 'guess', network: home, limit };
    const worked: boolean[] = [];
    const attempt = ({ ports }: typeof one, hit: boolean) =>
      ports.limits.attempt(
        act,
        async () => {
          worked.push(hit);
          await Promise.resolve();
          return hit;
        },
        (result) => !result,
      );
    const hits = await Promise.all(Array.from({ length: 50 }, () => attempt(one, true)));
    expect(hits.every(({ allowed }) => allowed)).toBe(true);
    worked.length = 0;
    const misses = await Promise.all(Array.from({ length: 50 }, () => attempt(one, false)));
    expect([misses.filter(({ allowed }) => allowed).length, worked.length]).toEqual([3, 3]);
    await one.ports.limits.close();
    // This process knows of nothing until it reports a miss of its own.
    expect((await attempt(two, false)).allowed).toBe(true);
    await two.ports.limits.close();
    expect((await attempt(two, true)).allowed).toBe(false);
  });

  test('A counter that cannot be written refuses no request and is written later', async () => {
    const backend = await start();
    const { limits, database } = backend.ports;
    const act = { action: 'guess', network: home, limit };
    const miss = () =>
      limits.attempt(
        act,
        async () => false,
        (result) => !result,
      );
    const broken = vi.spyOn(database.db, 'insertInto').mockImplementation(() => {
      throw new Error('database or disk is full');
    });
    expect((await miss()).allowed).toBe(true);
    await limits.close();
    broken.mockRestore();
    expect((await miss()).allowed).toBe(true);
    await limits.close();
    expect(await database.db.selectFrom('rate_limits').select('hits').execute()).toEqual([{ hits: 2 }]);
  });

  test('a household of IPv6 networks may do four times as much as one of them, its neighbours what they always may', async () => {
    const { limits } = (await start()).ports;
    const count = async (number: number) =>
      (await limits.count({ action: 'x', network: swept(number), limit })).allowed;
    const answers = [];
    for (let number = 0; number < 20; number += 1) answers.push(await count(number));
    expect(answers.filter(Boolean)).toHaveLength(12);
    expect(await count(0x100)).toBe(true);
  });
});

describe('counters in memory', () => {
  const hit = (counters: BoundedCounters, network: string): number => {
    const counter = counters.open(network, network, 0);
    counter.hits += 1;
    return counter.hits;
  };

  test('never exceed their number, and a flood evicts only counters of the network that sends it', () => {
    const counters = new BoundedCounters(5_000, createCounter);
    const honest = Array.from({ length: 2_000 }, (_, number) =>
      number % 2 === 0 ? `198.51.${number >> 8}.${number & 255}` : `2001:db8:${(0x1000 + number).toString(16)}:1::/64`,
    );
    // The swept /48 belongs to another provider than the honest networks.
    const sweep = Array.from({ length: 65_536 }, (_, number) => `2a00:1:1:${number.toString(16)}::/64`);
    for (const network of honest) hit(counters, network);
    for (const network of sweep) hit(counters, network);
    for (const network of sweep.slice(0, 10_000)) hit(counters, network);
    expect(counters.size).toBe(5_000);
    expect(honest.filter((network) => counters.find(network)?.hits !== 1)).toEqual([]);
  });

  test('keep the neighbours of a site that sweeps, at the same provider', () => {
    const counters = new BoundedCounters(1_000, createCounter);
    const neighbours = Array.from({ length: 200 }, (_, number) => `2001:db8:${(number + 2).toString(16)}:1::/64`);
    for (const network of neighbours) hit(counters, network);
    for (let number = 0; number < 65_536; number += 1) hit(counters, swept(number));
    expect(neighbours.filter((network) => counters.find(network)?.hits !== 1)).toEqual([]);
  });

  test('A whole /48 fits in beside all others', () => {
    const counters = new BoundedCounters(networkLimits.counters, createCounter);
    for (let number = 0; number < 65_536; number += 1) hit(counters, swept(number));
    expect(hit(counters, swept(0))).toBe(2);
  });

  test('begin anew with each window', () => {
    const counters = new BoundedCounters(10, createCounter);
    expect([hit(counters, home), hit(counters, home)]).toEqual([1, 2]);
    expect(counters.open(home, home, 60_000).hits).toBe(0);
    expect([counters.find(home)?.windowStart, counters.size]).toEqual([60_000, 1]);
  });
});
