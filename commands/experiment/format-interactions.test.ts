import { expect, test } from 'vitest';
import type { MetPair } from '#server/site/experiments/results/interactions.ts';
import { formatInteractions } from './format-interactions.ts';

const pair = (more: Partial<MetPair> = {}): MetPair => ({
  experiments: ['hero', 'steps'],
  event: 'registration_finished',
  visitors: 4_000,
  splitP: 0.4,
  cells: [{ variations: ['control', 'test'], visitors: 1_000, conversions: 110 }],
  interactions: [{ variations: ['short', 'test'], found: { difference: 0.03, p: 0.147, adjustedP: 0.294 } }],
  ...more,
});

test('Figures that may be chance are called nothing, and those that are not ask to be read together', () => {
  const calm = formatInteractions([pair()]);
  expect(calm).toContain('hero and steps: 4000 visitors who agreed to statistics met both.');
  expect(calm).toMatch(/control +test +1000 +110 +11\.00 %/);
  expect(calm).toContain(
    'nothing shows that they change what the other does (+3.00 percentage points, p = 0.147, among all pairs 0.294).',
  );
  const found = { difference: -0.03, p: 0.001, adjustedP: 0.002 };
  const loud = formatInteractions([pair({ interactions: [{ variations: ['short', 'test'], found }] })]);
  expect(loud).toContain(
    'change what the other does: −3.00 percentage points, p = 0.001, among all pairs 0.002. Read neither without the other.',
  );
});

test('A split that depends on the other experiment comes first, and too little data is called so', () => {
  const text = formatInteractions([
    pair({ splitP: 0.000_01, interactions: [{ variations: ['short', 'test'], found: null }] }),
  ]);
  expect(text).toContain('not spread evenly over those of the other (p = 1.0e-5)');
  expect(text).toContain('there is not enough data.');
  expect(formatInteractions([])).toContain('No visitor with consent for statistics has seen two live experiments yet.');
});
