import { describe, expect, test } from 'vitest';
import { makeExperiment, noCounts } from '#tests/helpers/experiments.ts';
import type { ExperimentCounts } from './counts.ts';
import { type ExperimentResults, computeFindableEffect, computePlannedVisitors, computeResults } from './results.ts';

const experiment = makeExperiment('hero', 'landings/short');
const [control, treatment] = ['control', 'test'];

/** Visitors and conversions of control and treatment, spread over some days. */
function counts(one: readonly [number, number], other: readonly [number, number], days = 10): ExperimentCounts {
  const visitors = new Map([
    [control, one[0]],
    [treatment, other[0]],
  ]);
  const ofADay = new Map([...visitors].map(([variation, count]) => [variation, count / days]));
  return {
    ...noCounts,
    visitors,
    conversions: new Map([
      [control, one[1]],
      [treatment, other[1]],
    ]),
    days: new Map(Array.from({ length: days }, (_, day) => [`2026-11-${10 + day}`, ofADay])),
    conversionDays: new Map([
      [
        `2026-11-${9 + days}`,
        new Map([
          [control, one[1]],
          [treatment, other[1]],
        ]),
      ],
    ]),
    locales: new Map([['de', visitors]]),
    agreed: new Map([[treatment, { visitors: other[0] / 2, conversions: 0 }]]),
  };
}
const verdict = (found: ExperimentCounts, more: Partial<typeof experiment> = {}) =>
  computeResults({ ...experiment, ...more }, found, 'sequential').verdict;

describe('the verdict', () => {
  test('says nothing before the first visitor and before the first conversion', () => {
    expect(verdict(noCounts)).toEqual({ kind: 'nobody-yet' });
    expect(verdict(counts([500, 20], [500, 0]))).toEqual({ kind: 'not-enough-data' });
  });

  test('names the interval of an effect, never one figure alone', () => {
    expect(verdict(counts([20_000, 1000], [20_000, 1400]))).toMatchObject({ kind: 'better', variation: treatment });
    expect(verdict(counts([20_000, 1400], [20_000, 1000]))).toMatchObject({ kind: 'worse', variation: treatment });
    const found = verdict(counts([20_000, 1000], [20_000, 1400]));
    if (found.kind !== 'better') throw new Error('It is better.');
    expect(found.low).toBeGreaterThan(0);
    expect(found.low).toBeLessThan(0.4);
    expect(found.high).toBeGreaterThan(0.4);
  });

  test('is withheld where the split is not what the weights say, however good the rates look', () => {
    expect(verdict(counts([20_000, 1000], [21_500, 2400]))).toEqual({ kind: 'split-broken' });
    const lopsided = counts([20_000, 1000], [20_000, 1400]);
    const locales = new Map([
      [
        'de',
        new Map([
          [control, 11_000],
          [treatment, 9_000],
        ]),
      ],
      [
        'fr',
        new Map([
          [control, 9_000],
          [treatment, 11_000],
        ]),
      ],
    ]);
    // Together they are even; in each language something decides who is counted.
    expect(verdict({ ...lopsided, locales })).toEqual({ kind: 'split-broken' });
    expect(verdict({ ...lopsided, devices: locales })).toEqual({ kind: 'split-broken' });
  });

  test('waits until the planned number of visitors, and says for how long at the pace so far', () => {
    const early = counts([5_000, 500], [5_000, 510]);
    expect(verdict(early, { targetSampleSize: 40_000 })).toEqual({ kind: 'too-early', daysLeft: 30 });
    expect(verdict(early, { targetSampleSize: 10_000 })).toEqual({ kind: 'undecided' });
  });

  test('of a fixed-horizon method waits for the planned end, however good the figures look', () => {
    const clear = counts([20_000, 1000], [20_000, 1400]);
    for (const method of ['fixed', 'bayesian'] as const) {
      const of = (targetSampleSize: number) =>
        computeResults({ ...experiment, targetSampleSize }, clear, method).verdict;
      expect([method, of(50_000)]).toEqual([method, { kind: 'too-early', daysLeft: 3 }]);
      expect([method, of(40_000)]).toMatchObject([method, { kind: 'better' }]);
    }
  });

  test('calls variations alike only when the interval leaves no room for the minimum detectable effect', () => {
    const alike = counts([1_000_000, 100_000], [1_000_000, 100_100]);
    expect(verdict(alike)).toEqual({ kind: 'no-difference', minimumDetectableEffect: 0.05 });
    expect(verdict(alike, { minimumDetectableEffect: 0.001 }).kind).not.toBe('no-difference');
  });
});

describe('the figures', () => {
  const found = counts([20_000, 1000], [20_000, 1100]);
  const readEffect = ({ variations }: ExperimentResults) =>
    variations[1]?.effect ?? { value: 0, interval: [0, 0], p: 1, chanceToWin: 0 };

  test('a test that may be looked at every day is wider than one for the planned end', () => {
    const width = ({ interval: [low, high] }: { readonly interval: readonly [number, number] }): number => high - low;
    const [sequential, fixed] = (['sequential', 'fixed'] as const).map((method) =>
      width(readEffect(computeResults(experiment, found, method))),
    );
    expect(sequential).toBeGreaterThan(fixed ?? 0);
  });

  test('a sequential interval is tuned before the first visitor, never by what was counted', () => {
    const rare = counts([20_000, 100], [20_000, 110]);
    const often = counts([20_000, 5000], [20_000, 5500]);
    // In standard errors the width depends on visitors and tuning alone.
    const widths = [rare, often].map((each) => {
      const { interval, value } = readEffect(computeResults(experiment, each, 'sequential'));
      const { interval: fixed } = readEffect(computeResults(experiment, each, 'fixed'));
      return (interval[1] - value) / (fixed[1] - value);
    });
    expect(widths[0]).toBeCloseTo(widths[1] ?? 0, 3);
    const planned = readEffect(computeResults({ ...experiment, targetSampleSize: 1_000_000 }, rare, 'sequential'));
    expect(planned.interval).not.toEqual(readEffect(computeResults(experiment, rare, 'sequential')).interval);
  });

  test('the control has a rate and no effect; variations without a visitor have neither', () => {
    const { variations } = computeResults(experiment, found, 'fixed');
    expect(variations[0]).toMatchObject({ key: control, rate: 0.05, effect: null, share: 0.5 });
    expect(computeResults(experiment, noCounts, 'fixed').variations[1]).toMatchObject({
      visitors: 0,
      rate: null,
      effect: null,
    });
  });

  test('the last day of the history is what the figures say, and nothing is said before the first conversion', () => {
    const results = computeResults(experiment, found, 'sequential');
    expect(results.history).toHaveLength(10);
    expect(results.history[0]?.effects).toEqual([null]);
    expect(results.history.at(-1)?.effects).toEqual([readEffect(results)]);
  });

  test('consenting visitors and the others are all, and variations in which more agree stand out', () => {
    const { variations, consentP } = computeResults(experiment, found, 'sequential');
    expect(variations.map(({ agreed, others }) => [agreed, others])).toEqual([
      [
        { visitors: 0, conversions: 0 },
        { visitors: 20_000, conversions: 1000 },
      ],
      [
        { visitors: 10_000, conversions: 0 },
        { visitors: 10_000, conversions: 1100 },
      ],
    ]);
    expect(consentP).toBeLessThan(1e-6);
  });

  test('two treatments share the error that one may make', () => {
    const variations = [...experiment.variations, { key: 'third', variant: 'landings/other', weight: 0.5 }];
    const three = { ...experiment, variations: variations.map((variation) => ({ ...variation, weight: 1 / 3 })) };
    expect(computeResults(three, found, 'fixed').alpha).toBe(0.025);
    const pair = computePlannedVisitors(experiment, { visitors: 100, conversions: 10 }, 'fixed') ?? 0;
    expect(computePlannedVisitors(three, { visitors: 100, conversions: 10 }, 'fixed')).toBeGreaterThan(pair * 1.5);
  });
});

describe('guardrails', () => {
  const guarded = { ...experiment, guardrails: ['account_activated'] };
  const found = (ofControl: number, ofTreatment: number, registered = 1400, guard = guarded) =>
    computeResults(
      guard,
      {
        ...counts([20_000, 1000], [20_000, registered]),
        guardrails: new Map([
          [
            'account_activated',
            new Map([
              [control, ofControl],
              [treatment, ofTreatment],
            ]),
          ],
        ]),
      },
      'sequential',
    );
  const readState = ({ guardrails }: ExperimentResults) =>
    guardrails.map(({ effects }) => effects.map(({ state }) => state));

  test('a variation that harms one is not called better, whatever it wins', () => {
    const harmed = found(900, 600);
    expect(readState(harmed)).toEqual([['harmed']]);
    expect(harmed.verdict).toMatchObject({ kind: 'harmful', variation: treatment, guardrail: 'account_activated' });
    expect(found(600, 900).verdict).toMatchObject({ kind: 'better', variation: treatment });
  });

  test('are held only where a loss of the minimum detectable effect is ruled out, and unclear without figures', () => {
    expect(readState(found(9_000, 9_900))).toEqual([['held']]);
    expect(readState(found(900, 890))).toEqual([['unclear']]);
    expect(readState(found(0, 0))).toEqual([['unclear']]);
    expect(found(900, 890).verdict).toMatchObject({ kind: 'better' });
  });

  test('are asked in one direction: a loss shows before the interval of the verdict would see it', () => {
    const loss = found(1000, 880);
    const [effect] = loss.guardrails[0]?.effects ?? [];
    expect(effect?.state).toBe('harmed');
    const both = computeResults(experiment, counts([20_000, 1000], [20_000, 880]), 'sequential').variations[1]?.effect;
    expect(both?.interval[1]).toBeGreaterThan(0);
  });
});

describe('visitors who agreed', () => {
  test('are split by what was known of them, the largest group first, unless all are alike', () => {
    const proportions = (visitors: number, conversions: number) =>
      new Map([
        [control, { visitors, conversions }],
        [treatment, { visitors, conversions: conversions * 2 }],
      ]);
    const { dimensions } = computeResults(
      experiment,
      {
        ...counts([20_000, 1000], [20_000, 1400]),
        dimensions: new Map([
          ['landing', new Map([['landings/default', proportions(5_000, 250)]])],
          [
            'country',
            new Map([
              ['AT', proportions(1_000, 50)],
              ['', proportions(4_000, 200)],
            ]),
          ],
          [
            'beside:steps',
            new Map([
              ['one-step', proportions(3_000, 150)],
              ['two-steps', proportions(2_000, 100)],
            ]),
          ],
        ]),
      },
      'sequential',
    );
    expect(
      dimensions.map(({ dimension, beside, slices }) => [dimension, beside, slices.map(({ value }) => value)]),
    ).toEqual([
      ['country', undefined, ['', 'AT']],
      ['beside', 'steps', ['one-step', 'two-steps']],
    ]);
    const [, own] = dimensions[0]?.slices[0]?.variations ?? [];
    expect(own).toMatchObject({ key: treatment, visitors: 4_000, conversions: 400, effect: { value: 1 } });
  });
});

test('The smallest effect that the planned visitors find is the one that they were planned for', () => {
  const tenth = { visitors: 1, conversions: 0.1 };
  for (const method of ['sequential', 'fixed'] as const) {
    const visitors =
      computePlannedVisitors({ ...experiment, minimumDetectableEffect: 0.08 }, tenth, method) ?? Number.NaN;
    expect(computeFindableEffect(experiment, 0.1, visitors, method)).toBeCloseTo(0.08, 4);
    expect(computeFindableEffect(experiment, 0.1, visitors / 2, method)).toBeGreaterThan(0.1);
  }
});

test('one network is named from the share of a variation on that the setting says, if it brought fifty visitors', () => {
  const of = (visitors: number, networkShare?: number) =>
    computeResults(
      experiment,
      {
        ...noCounts,
        days: new Map([['2026-11-26', new Map([[treatment, 1_000]])]]),
        networks: [{ variation: treatment, day: '2026-11-26', visitors }],
      },
      'sequential',
      networkShare,
    ).oneNetwork;
  expect(of(200)).toBeNull();
  expect(of(201)).toEqual({ variation: treatment, day: '2026-11-26', share: 0.201 });
  expect([of(201, 0.3), of(49, 0.01)]).toEqual([null, null]);
  expect(of(50, 0.01)).toMatchObject({ share: 0.05 });
});
