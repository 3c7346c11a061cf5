import { expect, test } from 'vitest';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { computeCoverage, computeDaysUntil, findNextRampStep } from './coverage.ts';
import { Flags } from './flags.ts';
import { buildPayload } from './payload.ts';

const ramp = [
  { at: '2027-01-04T09:00', zone: 'Europe/Berlin', coverage: 0.25 },
  { at: '2027-01-06T09:00', zone: 'Europe/Berlin', coverage: 1 },
];
const experiment = makeExperiment('first', 'landings/a', { coverage: 0.05, ramp });
const [first, second] = [Date.parse('2027-01-04T08:00Z'), Date.parse('2027-01-06T08:00Z')];
const someone = { locale: 'de', applicationCountry: 'DE', device: 'phone', webView: false } as const;

test('From the moment of each step on its share of the visitors takes part, and before the first one that of the experiment', () => {
  const shares = [first - 1, first, second - 1, second].map((now) => computeCoverage(experiment, now));
  expect(shares).toEqual([0.05, 0.25, 0.25, 1]);
  expect(computeCoverage(makeExperiment('whole', 'landings/a'), first)).toBe(1);
});

test('The next step is that of any live experiment; after the last one nothing changes by itself', () => {
  const later = makeExperiment('later', 'landings/b', { coverage: 0.1, ramp: ramp.slice(1) });
  const paused = makeExperiment('paused', 'landings/b', { status: 'paused', coverage: 0.1, ramp: ramp.slice(0, 1) });
  expect(findNextRampStep([later, experiment], first - 1)).toBe(first);
  expect(findNextRampStep([later, experiment], first)).toBe(second);
  expect(findNextRampStep([later, paused], 0)).toBe(second);
  expect(findNextRampStep([later, experiment], second)).toBeNull();
});

test('With each step more visitors take part, as GrowthBook’s SDK decides, and anyone who did keeps the variation', () => {
  const variationsAt = (now: number): ReadonlyMap<string, string> => {
    const flags = new Flags(buildPayload([experiment], now));
    return new Map(
      Array.from({ length: 4_000 }, (_, index) => `visitor-${index}`).flatMap((id) => {
        const { assignment } = flags.evaluatorFor(id, someone, {})(experiment.feature) ?? {};
        return assignment === undefined ? [] : [[id, assignment.variation] as const];
      }),
    );
  };
  const [few, some, all] = [first - 1, first, second].map(variationsAt);
  for (const [before, after] of [
    [few, some],
    [some, all],
  ])
    for (const [id, variation] of before ?? []) expect([id, after?.get(id)]).toEqual([id, variation]);
  expect((few?.size ?? 0) / 4_000).toBeCloseTo(0.05, 1);
  expect((some?.size ?? 0) / 4_000).toBeCloseTo(0.25, 1);
  expect(all?.size).toBe(4_000);
});

test('The days that an experiment needs count the coverage of each ramp step', () => {
  const opens = Date.parse('2027-01-04T09:00Z');
  const steps = [
    { at: '2027-01-06T09:00', zone: 'UTC', coverage: 0.4 },
    { at: '2027-01-08T09:00', zone: 'UTC', coverage: 1 },
  ];
  // Two days of 100, two of 400, then 1,000 a day.
  const days = (visitors: number, now = opens) => computeDaysUntil(visitors, 1000, { coverage: 0.1, ramp: steps }, now);
  expect([days(200), days(201), days(1000), days(3000)]).toEqual([2, 3, 4, 6]);
  expect(days(3000, Date.parse('2027-01-09T09:00Z'))).toBe(3);
  expect(computeDaysUntil(3000, 1000, { coverage: 0.5 }, opens)).toBe(6);
  expect(computeDaysUntil(3000, 1000, { coverage: 0 }, opens)).toBeNull();
});
