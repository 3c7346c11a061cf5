import { expect, test } from 'vitest';
import { formatResults } from '../../commands/experiment/format-results.ts';
import { computeResults } from '#server/site/experiments/results/results.ts';
import { makeExperiment, noCounts } from '#tests/helpers/experiments.ts';

const experiment = makeExperiment('hero', 'landings/short');

function printed(control: readonly [number, number], treatment: readonly [number, number]): string {
  const visitors = new Map([
    ['control', control[0]],
    ['test', treatment[0]],
  ]);
  const conversions = new Map([
    ['control', control[1]],
    ['test', treatment[1]],
  ]);
  const counts = {
    ...noCounts,
    visitors,
    conversions,
    days: new Map([['2026-11-20', visitors]]),
    conversionDays: new Map([['2026-11-20', conversions]]),
    locales: new Map([['de', visitors]]),
    paints: new Map([['test', { p75: 1234, pages: 300 }]]),
  };
  return formatResults(computeResults(experiment, counts, 'sequential'));
}

test('A clear winner is reported with its interval and how it may be looked at', () => {
  const text = printed([20_000, 1000], [20_000, 1400]);
  expect(text).toContain('Sequential: valid at any time.');
  expect(text).toContain('Largest Contentful Paint, 75th percentile: test 1234 ms (300 pages).');
  expect(text).toMatch(/test\s+20000\s+1400\s+7\.00 %\s+\+40\.0 %\s+\+[\d.]+ % to \+[\d.]+ %/);
  expect(text).toMatch(/"test" is better than the control: between \+[\d.]+ % and \+[\d.]+ %\.$/);
});

test('With a sample ratio mismatch no rate and no effect is shown', () => {
  const text = printed([20_000, 1000], [22_000, 2400]);
  expect(text).toMatch(/test\s+22000\s+2400\s+–\s+–\s+–\s+–\s+–/);
  expect(text).toContain('Sample ratio mismatch: visitors are not distributed as the weights say.');
});
