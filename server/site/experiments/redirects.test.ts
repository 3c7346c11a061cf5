import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleRatioP } from '#engine/experiments/statistics/index.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';
import { leaveAtOnce } from '#tests/helpers/leaving-visitors.ts';
import { seeded } from '#tests/prove/parts/seeded.ts';

const shares = { stay: 0.1, summer: 0.45, winter: 0.45 } as const;
const steps = makeExperiment('steps', 'landings/summer', {
  variations: [
    { key: 'stay', variant: 'landings/default', weight: shares.stay },
    { key: 'summer', variant: 'landings/summer', redirects: true, weight: shares.summer },
    { key: 'winter', variant: 'landings/winter', redirects: true, weight: shares.winter },
  ],
});

let site: ExperimentServer;

beforeAll(async () => {
  site = await startExperimentServer({
    experiments: [steps],
    landings: [
      { id: 'landings/summer', slug: 'summer' },
      { id: 'landings/winter', slug: 'winter' },
    ],
  });
});

afterAll(() => site.stop());

test('the answer is the other page itself, or to in-app navigation its address; no cache keeps either', async () => {
  const look = async (path: string): Promise<string> => {
    const response = await fetch(`${site.origin}${path}`, { headers: { 'user-agent': CHROME }, redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    const text = await response.text();
    return /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? text;
  };
  const pages = new Set<string>();
  const moves = new Set<string>();
  for (let i = 0; i < 40; i += 1) {
    pages.add(await look('/en?a=b'));
    moves.add((await look('/en?a=b&_nav=1')).replace(/^\{"title.*/, 'stays'));
  }
  expect([...pages].toSorted()).toEqual(expect.arrayContaining(['landings/summer', 'landings/winter']));
  expect([...moves].filter((move) => move !== 'stays').toSorted()).toEqual([
    '{"location":"/en/summer?a=b","reason":"experiment"}',
    '{"location":"/en/winter?a=b","reason":"experiment"}',
  ]);
});

test('Visitors who leave right after a redirect are all counted, in the shares of the variations', async () => {
  const { db } = site.backend.ports.database;
  const counted = async (): Promise<Readonly<Record<string, number>>> => {
    const rows = await db.selectFrom('exposure_totals').select(['variation', 'visitors']).execute();
    const sums: Record<string, number> = { stay: 0, summer: 0, winter: 0 };
    for (const { variation, visitors } of rows) sums[variation] = (sums[variation] ?? 0) + visitors;
    return sums;
  };
  const total = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  const settled = async (least: number): Promise<Readonly<Record<string, number>>> => {
    await expect.poll(async () => total(await counted())).toBeGreaterThanOrEqual(least);
    return counted();
  };
  // Those of the first test.
  const before = await settled(80);
  const given = await leaveAtOnce({ origin: site.origin, path: '/en', visitors: 500, random: seeded(1) });
  const after = await settled(580);
  const added = Object.keys(shares).map((chosen) => (after[chosen] ?? 0) - (before[chosen] ?? 0));
  expect(added).toEqual(Object.keys(shares).map((chosen) => given.get(`steps ${chosen}`) ?? 0));
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(sampleRatioP(added, Object.values(shares))).toBeGreaterThan(0.0001);
});
