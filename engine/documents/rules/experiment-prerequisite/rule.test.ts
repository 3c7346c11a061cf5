import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, checkSmall } from '#tests/helpers/small-project.ts';
import type { JsonObject } from '../../json.ts';

const season: JsonObject = {
  ...calmExperiment,
  holdout: true,
  variations: [
    { key: 'held', weight: 1 },
    { key: 'open', weight: 9 },
  ],
};
const takes = (experiment: string, ...variations: string[]): JsonObject => ({
  prerequisites: [{ experiment, variations }],
});
const findings = (calm: JsonObject, parent: JsonObject = {}) =>
  checkSmall({
    'pages-config/landings/calm.json': calmVariant,
    'pages-config/experiments/calm.json': { ...calmExperiment, ...calm },
    'pages-config/experiments/season.json': { ...season, ...parent },
  })
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, file, path, message, suggestion }) => ({ rule, file, path, message, suggestion }));
const rule = 'experiment-prerequisite';
const file = 'pages-config/experiments/calm.json';

test('An experiment may take those only who have a variation of another live one, such as a holdout', () => {
  expect(findings(takes('season', 'open'))).toEqual([]);
  expect(findings(takes('season', 'open', 'held'))).toEqual([]);
});

test('An experiment or a variation that does not exist is found at its name, with the one that was meant', () => {
  expect(findings(takes('seasn', 'open'))).toMatchObject([
    { rule, file, path: 'prerequisites[0].experiment', suggestion: 'season' },
  ]);
  expect(findings(takes('season', 'open', 'hold'))).toMatchObject([
    { rule, file, path: 'prerequisites[0].variations[1]', suggestion: 'held' },
  ]);
});

test('Experiments that wait for each other, or for themselves, are found in each of them', () => {
  expect(findings(takes('calm', 'calm'))).toMatchObject([
    { rule, message: expect.stringContaining('"calm" waits for "calm"') },
  ]);
  expect(findings(takes('season', 'open'), takes('calm', 'calm'))).toMatchObject([
    { rule, file, message: expect.stringContaining('"calm" waits for "season" waits for "calm"') },
    { rule, message: expect.stringContaining('"season" waits for "calm" waits for "season"') },
  ]);
});

test('A live experiment does not wait for a paused one; a paused one may', () => {
  expect(findings(takes('season', 'open'), { status: 'paused' })).toMatchObject([
    { rule, path: 'prerequisites[0].experiment', message: expect.stringContaining('"season" is paused') },
  ]);
  expect(findings({ ...takes('season', 'open'), status: 'paused' }, { status: 'paused' })).toEqual([]);
});

test('What an experiment waits for runs as long as it does', () => {
  const window = { from: '2027-01-04T09:00', to: '2027-02-01T09:00', zone: 'Europe/Berlin' };
  expect(findings(takes('season', 'open'), { window })).toMatchObject([
    { rule, message: expect.stringContaining('runs for a shorter time') },
  ]);
  expect(findings({ ...takes('season', 'open'), window }, { window })).toEqual([]);
  const longer = { ...window, to: '2027-02-01T10:00' };
  expect(findings({ ...takes('season', 'open'), window: longer }, { window })).toHaveLength(1);
});

test('All variations of a holdout show the document itself', () => {
  const variations = [
    { key: 'held', weight: 1 },
    { key: 'open', variant: 'landings/calm', weight: 9 },
  ];
  expect(findings({}, { variations, exposeOn: 'hero' })).toMatchObject([
    {
      rule: 'experiment-variations',
      path: 'holdout',
      message: expect.stringContaining('variations[1].variant, exposeOn'),
    },
  ]);
  expect(findings({}, { variations })).toMatchObject([
    { rule: 'experiment-variations', path: 'variations[1].variant' },
  ]);
});

test('A holdout takes the feature away from no experiment that runs already, wherever its key stands', () => {
  const first = { feature: 'page.landings/default', seed: 'calm', arms: { control: 0.5, calm: 0.5 } };
  const found = checkSmall({
    'pages-config/landings/calm.json': calmVariant,
    'pages-config/experiments/calm.json': { ...calmExperiment, ...takes('autumn', 'open') },
    'pages-config/experiments/autumn.json': season,
    'pages-config/phases.json': { calm: { 1: first } },
  });
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
});
