import { describe, expect, test } from 'vitest';
import { hasRegistration } from '#tests/helpers/journey-project.ts';
import { findingsOf } from '#tests/helpers/small-project.ts';

const experiment = {
  $schema: 'x',
  version: 2,
  status: 'live',
  hypothesis: 'A shorter page is read further.',
  document: 'landings/default',
  arms: [
    { key: 'control', weight: 1 },
    { key: 'calm', variant: 'landings/calm', weight: 1 },
  ],
};
const findings = (more: object) =>
  findingsOf({
    'pages-config/landings/calm.json': { $schema: 'x', version: 2, extends: 'landings/default', changes: [] },
    'pages-config/experiments/calm.json': { ...experiment, ...more },
  }).filter(({ file }) => file.includes('experiments/'));

describe.runIf(hasRegistration)('experiment-metric', () => {
  test('An experiment is decided by a conversion of a journey, or by the usual one', () => {
    expect(findings({ metric: 'account_activated' })).toEqual([]);
    expect(findings({})).toEqual([]);
  });

  test('A conversion that nobody counts is found, with the one that was most likely meant', () => {
    expect(findings({ metric: 'account_activatd' })).toMatchObject([
      { rule: 'experiment-metric', path: 'metric', suggestion: 'account_activated' },
    ]);
  });
});
