import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, checkSmall } from '#tests/helpers/small-project.ts';

const step = (at: string, coverage: number, zone = 'Europe/Berlin') => ({ at, zone, coverage });
const findings = (more: object) =>
  checkSmall({
    'pages-config/landings/calm.json': calmVariant,
    'pages-config/experiments/calm.json': { ...calmExperiment, ...more },
  }).filter(({ file }) => file.includes('experiments/'));
const first = step('2027-01-04T09:00', 0.2);
const second = step('2027-01-05T09:00', 1);

test('A ramp whose steps come one after the other, each with more visitors, while the experiment runs, is right', () => {
  expect(findings({ coverage: 0.05, ramp: [first, second] })).toEqual([]);
  expect(findings({ coverage: 0, ramp: [first], window: { to: '2027-01-05T09:00', zone: 'Europe/Berlin' } })).toEqual(
    [],
  );
});

test.each([
  ['without a share before its first step', { ramp: [first] }, 'ramp[0].coverage', 'left out, it is 1'],
  [
    'that lets as many take part as before',
    { coverage: 0.2, ramp: [first] },
    'ramp[0].coverage',
    'Write a larger share',
  ],
  [
    'that goes back',
    { coverage: 0.1, ramp: [step('2027-01-04T09:00', 0.5), step('2027-01-05T09:00', 0.4)] },
    'ramp[1].coverage',
    '0.5 of the visitors',
  ],
  [
    'out of order',
    { coverage: 0.1, ramp: [step('2027-01-05T09:00', 0.2), step('2027-01-04T09:00', 1)] },
    'ramp[1].at',
    'does not come after',
  ],
  [
    'at one moment in two zones',
    { coverage: 0.1, ramp: [first, step('2027-01-04T08:00', 1, 'UTC')] },
    'ramp[1].at',
    'does not come after',
  ],
  [
    'after its experiment',
    { coverage: 0.1, ramp: [first], window: { to: '2027-01-04T09:00', zone: 'Europe/Berlin' } },
    'ramp[0].at',
    'ends at "2027-01-04T09:00"',
  ],
])('A ramp %s is refused at its step', (_, more, path, says) => {
  const [found, ...others] = findings(more);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ rule: 'experiment-ramp', severity: 'error', path });
  expect(found?.message).toContain(says);
});

test('A step at a time that does not exist, or in a zone that does not, is found as any other moment is', () => {
  expect(findings({ coverage: 0.1, ramp: [step('2027-03-28T02:30', 0.5)] })).toMatchObject([
    { rule: 'window', path: 'ramp[0].at' },
  ]);
  expect(findings({ coverage: 0.1, ramp: [step('2027-03-28T04:30', 0.5, 'Europe/Berln')] })).toMatchObject([
    { rule: 'window', path: 'ramp[0].zone' },
  ]);
});
