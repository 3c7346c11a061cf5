import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chiSquaredTail } from './gamma.ts';
import {
  bayesianPosterior,
  deviation,
  differenceP,
  frequentistTest,
  minimumDetectableEffect,
  type Plan,
  sampleRatioP,
  sequentialTest,
  uniformP,
  visitorsNeeded,
} from './index.ts';
import { normalQuantile, normalTail } from './normal.ts';
import { studentQuantile, studentTail } from './student-t.ts';

const options = { difference: 'relative', alpha: 0.05, tuning: 5000, prior: null } as const;

test.each([
  [3.841, 1, 0.05],
  [6.635, 1, 0.01],
  [10.828, 1, 0.001],
  [5.991, 2, 0.05],
  [18.307, 10, 0.05],
])('chi-squared of %d with %i degrees of freedom leaves a tail of %d, as tables say', (value, degrees, tail) => {
  expect(chiSquaredTail(value, degrees)).toBeCloseTo(tail, 4);
});

test.each([
  [1, 12.706],
  [2, 4.303],
  [10, 2.228],
  [30, 2.042],
  [1e9, 1.96],
])("Student's distribution of %d degrees has 95 per cent within ± %d, as tables say", (degrees, value) => {
  expect(studentQuantile(0.975, degrees)).toBeCloseTo(value, 3);
});

test('quantiles and tails undo each other, far out too', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1e-12, max: 0.499, noNaN: true }),
      fc.double({ min: 1, max: 1e8, noNaN: true }),
      (p, degrees) => {
        expect(normalTail(-normalQuantile(p)) / p).toBeCloseTo(1, 9);
        expect(studentTail(-studentQuantile(p, degrees), degrees) / p).toBeCloseTo(1, 6);
      },
    ),
  );
});

test('counts that fit their shares are likely, a lost per cent of many is not', () => {
  expect(sampleRatioP([5000, 5000], [0.5, 0.5])).toBe(1);
  expect(sampleRatioP([5000, 5050], [1, 1])).toBeGreaterThan(0.5);
  expect(sampleRatioP([50_000, 49_000], [0.5, 0.5])).toBeLessThan(0.002);
});

test('equal proportions differ by chance alone, one and a half times as many do not', () => {
  expect(differenceP({ visitors: 1000, conversions: 100 }, { visitors: 1000, conversions: 100 })).toBe(1);
  expect(differenceP({ visitors: 1000, conversions: 100 }, { visitors: 1000, conversions: 150 })).toBeLessThan(0.001);
  expect(differenceP({ visitors: 0, conversions: 0 }, { visitors: 1000, conversions: 150 })).toBe(1);
});

test('even values are uniform, values that lean to one side are not', () => {
  const even = Array.from({ length: 500 }, (_, index) => (index + 0.5) / 500);
  expect(uniformP(even)).toBeGreaterThan(0.99);
  expect(uniformP(even.map((value) => value ** 1.5))).toBeLessThan(0.001);
});

test('a deviation counts standard deviations', () => {
  expect(deviation(550, 1000, 0.5)).toBeCloseTo(3.162, 3);
});

test.each([
  ['no visitors at all', [0, 0], [100, 10]],
  ['a single visitor', [1, 1], [100, 10]],
  ['nobody who converted', [100, 0], [100, 10]],
  ['nobody but converted', [100, 10], [100, 100]],
])('a variation with %s gives no figures rather than wrong ones', (_, one, other) => {
  const control = { visitors: one[0] ?? 0, conversions: one[1] ?? 0 };
  const treatment = { visitors: other[0] ?? 0, conversions: other[1] ?? 0 };
  for (const compute of [frequentistTest, sequentialTest, bayesianPosterior]) {
    expect(compute(control, treatment, options)).toBeNull();
    expect(compute(treatment, control, options)).toBeNull();
  }
});

const variation = fc
  .integer({ min: 2, max: 1_000_000_000 })
  .chain((visitors) =>
    fc.record({ visitors: fc.constant(visitors), conversions: fc.integer({ min: 1, max: visitors - 1 }) }),
  );

test('whatever the counts, an interval holds its effect, and excludes zero exactly where the test says so', () => {
  fc.assert(
    fc.property(variation, variation, fc.constantFrom('absolute', 'relative'), (control, treatment, difference) => {
      for (const compute of [frequentistTest, sequentialTest]) {
        const found = compute(control, treatment, { ...options, difference });
        if (found === null) throw new Error('There is data enough.');
        const {
          value,
          interval: [low, high],
          p,
        } = found;
        expect(low <= value && value <= high).toBe(true);
        expect(p >= 0 && p <= 1).toBe(true);
        // At the very threshold rounding decides.
        const isUndecided = Math.abs(p - 0.05) < 1e-9;
        expect(isUndecided || (low > 0 || high < 0) === p < 0.05).toBe(true);
      }
    }),
  );
});

test('whatever the counts, chance and risks of two variations are consistent with each other', () => {
  fc.assert(
    fc.property(variation, variation, (control, treatment) => {
      const one = bayesianPosterior(control, treatment, { ...options, difference: 'absolute' });
      const other = bayesianPosterior(treatment, control, { ...options, difference: 'absolute' });
      if (one === null || other === null) throw new Error('There is data enough.');
      expect(one.chanceToWin + other.chanceToWin).toBeCloseTo(1, 12);
      expect(one.risk.control).toBeCloseTo(other.risk.treatment, 12);
      // What is won on one side less what is lost on the other is the effect itself.
      expect(one.risk.control - one.risk.treatment).toBeCloseTo(one.value, 12);
    }),
  );
});

test('a sequential interval is always wider than the one of a single look', () => {
  fc.assert(
    fc.property(variation, variation, fc.integer({ min: 100, max: 1_000_000 }), (control, treatment, tuning) => {
      const fixed = frequentistTest(control, treatment, options)?.interval ?? [0, 0];
      const sequential = sequentialTest(control, treatment, { ...options, tuning })?.interval ?? [0, 0];
      // Student's distribution of a handful of visitors has tails that the sequence, an asymptotic one, does not.
      fc.pre(control.visitors > 100 && treatment.visitors > 100);
      expect(sequential[1] - sequential[0]).toBeGreaterThan(fixed[1] - fixed[0]);
    }),
  );
});

describe('planning', () => {
  const plan: Plan = {
    baseline: 0.1,
    alpha: 0.05,
    power: 0.8,
    controlShare: 0.5,
    difference: 'absolute',
    method: 'fixed',
  };

  test('finding 20 per cent more of a rate of 10 per cent takes the visitors that textbooks say', () => {
    // (1.95996 + 0.84162)² · (0.1·0.9 + 0.12·0.88) / 0.02², for each of two variations (Fleiss, 1981, without correction).
    expect(visitorsNeeded(plan, 0.2)).toBe(7677);
  });

  test('looking every day costs more visitors, relative effects and uneven shares too', () => {
    const fixed = visitorsNeeded(plan, 0.2) ?? 0;
    expect(visitorsNeeded({ ...plan, method: 'sequential' }, 0.2)).toBeGreaterThan(fixed);
    expect(visitorsNeeded({ ...plan, difference: 'relative' }, 0.2)).toBeGreaterThan(fixed);
    expect(visitorsNeeded({ ...plan, controlShare: 0.9 }, 0.2)).toBeGreaterThan(fixed);
  });

  test('no number of visitors finds no effect, or one that is impossible', () => {
    expect(visitorsNeeded(plan, 0)).toBeNull();
    expect(visitorsNeeded(plan, 10)).toBeNull();
    expect(minimumDetectableEffect({ ...plan, baseline: 0.9 }, 50)).toBeNull();
  });

  test('the smallest effect that is found needs just the visitors it was asked for', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 0.5, noNaN: true }),
        fc.integer({ min: 10_000, max: 10_000_000 }),
        fc.constantFrom('fixed' as const, 'sequential' as const),
        (baseline, visitors, method) => {
          const asked = { ...plan, baseline, method };
          const effect = minimumDetectableEffect(asked, visitors);
          if (effect === null) return;
          const needed = visitorsNeeded(asked, effect * (1 + 1e-9)) ?? 0;
          expect(Math.abs(needed - visitors)).toBeLessThanOrEqual(1 + visitors * 1e-6);
        },
      ),
    );
  });
});
