import { describe, expect, test } from 'vitest';
import { hasRegistration } from '#tests/helpers/journey-project.ts';
import { calmExperiment, calmVariant, checkSmall } from '#tests/helpers/small-project.ts';

const findings = (more: object) =>
  checkSmall({
    'pages-config/landings/calm.json': calmVariant,
    'pages-config/experiments/calm.json': { ...calmExperiment, ...more },
  }).filter(({ file }) => file.includes('experiments/'));

describe.runIf(hasRegistration)('experiment-metric', () => {
  test('An experiment is decided by a conversion of a journey, or by the usual one', () => {
    expect(findings({ goalMetric: 'account_activated' })).toEqual([]);
    expect(findings({})).toEqual([]);
  });

  test('An unknown conversion is found, with a suggestion', () => {
    expect(findings({ goalMetric: 'account_activatd' })).toMatchObject([
      { rule: 'experiment-metric', path: 'goalMetric', suggestion: 'account_activated' },
    ]);
  });

  test('A guardrail is a conversion of a journey, and another one than what decides', () => {
    expect(findings({ guardrails: ['account_activated'] })).toEqual([]);
    expect(findings({ guardrails: ['account_activatd', 'registration_finished'] })).toMatchObject([
      { rule: 'experiment-metric', path: 'guardrails[0]', suggestion: 'account_activated' },
      { rule: 'experiment-metric', path: 'guardrails[1]' },
    ]);
  });
});
