import { expect, test, vi } from 'vitest';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { simulate } from './simulate.ts';

const even = makeExperiment('even', 'landings/short');

test('A sound experiment passes every check, whatever its weights, coverage and namespace', () => {
  const lean = makeExperiment('lean', 'landings/short', {
    variations: [
      { key: 'a', variant: 'landings/default', weight: 0.1 },
      { key: 'b', variant: 'landings/short', weight: 0.45 },
      { key: 'c', variant: 'landings/other', weight: 0.45 },
    ],
    coverage: 0.5,
    namespace: { name: 'n', from: 0.25, to: 0.75 },
    targeting: { locales: ['de'], countries: ['AT'], devices: ['phone'], webView: false },
  });
  for (const experiment of [even, lean]) {
    const checks = simulate({ experiment, visitors: 100_000, seed: '1' });
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sample ratio', 'alarms at 0.05', 'A/A p-values']),
    );
  }
});

test('Of an experiment that waits for variations of another one, the split among their visitors is proven', () => {
  const waiting = makeExperiment('even', 'landings/short', {
    prerequisites: [{ experiment: 'season', variations: ['open'] }],
  });
  expect(simulate({ experiment: waiting, visitors: 5_000, seed: '1' })).toEqual(
    simulate({ experiment: even, visitors: 5_000, seed: '1' }),
  );
});

test('The same seed finds the same numbers, another one others', () => {
  const notes = (seed: string): string[] =>
    simulate({ experiment: even, visitors: 5_000, seed }).map(({ note }) => note);
  expect(notes('1')).toEqual(notes('1'));
  expect(notes('1')).not.toEqual(notes('3'));
});

test('A variation that gets fewer visitors than its weight says is found', () => {
  // Weights that do not add up are spread evenly by the evaluator, which says so.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const variations = [
    { key: 'a', variant: 'landings/default', weight: 0.2 },
    { key: 'b', variant: 'landings/short', weight: 0.2 },
    { key: 'c', variant: 'landings/other', weight: 0.3 },
  ];
  const checks = simulate({ experiment: { ...even, variations }, visitors: 20_000, seed: '1' });
  expect(checks.filter(({ passed }) => !passed).map(({ name }) => name)).toContain('sample ratio');
});
