import { expect, test } from 'vitest';
import { adjustedByHolm, interaction } from './interaction.ts';

const of = (conversions: number, visitors = 1_000) => ({ visitors, conversions });

test('Two treatments that add up do not interact; what is more than their sum does, with its chance by hand', () => {
  const sum = interaction({
    control: { control: of(100), treatment: of(110) },
    treatment: { control: of(120), treatment: of(130) },
  });
  expect(sum?.difference).toBeCloseTo(0, 12);
  expect(sum?.p).toBeCloseTo(1, 12);
  // 0.16 − 0.12 − (0.11 − 0.10) = 0.03; its variance is (0.1344 + 0.1056 + 0.0979 + 0.09) / 1000, so that z = 1.4503.
  const more = interaction({
    control: { control: of(100), treatment: of(110) },
    treatment: { control: of(120), treatment: of(160) },
  });
  expect(more?.difference).toBeCloseTo(0.03, 12);
  expect(more?.p).toBeCloseTo(0.147, 3);
});

test('Nothing is said where fewer than five converted in a cell, or fewer than five did not', () => {
  const variations = { control: of(100), treatment: of(100) };
  const beside = (treatment: ReturnType<typeof of>) =>
    interaction({ control: variations, treatment: { control: of(100), treatment } });
  expect([of(0, 0), of(4), of(996), of(1_000)].map(beside)).toEqual([null, null, null, null]);
  expect([of(5), of(995)].map(beside)).not.toContain(null);
});

test('P-values count among all that were asked, in the order of the questions', () => {
  const adjusted = adjustedByHolm([0.01, 0.04, 0.03]);
  for (const [index, p] of [0.03, 0.06, 0.06].entries()) expect(adjusted[index]).toBeCloseTo(p, 12);
  expect(adjustedByHolm([0.9, 0.8])).toEqual([1, 1]);
  expect(adjustedByHolm([])).toEqual([]);
});
