import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, checkSmall, smallProject } from '#tests/helpers/small-project.ts';
import { buildExperiments } from '../../build-experiments.ts';
import { readFiles } from '../../read-files.ts';
import { type PhaseRecord, readPhases, withLivePhases, writePhases } from '../../experiment-phases.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';

const first = { feature: 'page.landings/default', seed: 'calm', arms: { control: 0.5, calm: 0.5 } };
const findings = (more: object, phases: object = { 1: first }, others: Readonly<Record<string, object>> = {}) =>
  checkSmall({
    'pages-config/landings/calm.json': calmVariant,
    'pages-config/experiments/calm.json': { ...calmExperiment, ...more },
    ...(Object.keys(phases).length > 0 && { 'pages-config/phases.json': { calm: phases } }),
    ...others,
  }).filter(({ rule }) => rule === 'experiment-phase');
const [control, calm] = calmExperiment.variations;

test('A phase that has been live may stay, be paused, be weighed in other numbers, reach more visitors, and be followed by another', () => {
  expect(findings({})).toEqual([]);
  expect(findings({ status: 'paused', coverage: 0.5 })).toEqual([]);
  expect(
    findings({ variations: calmExperiment.variations.map((variation) => ({ ...variation, weight: 50 })) }),
  ).toEqual([]);
  expect(findings({ phase: 2, variations: [control, { ...calm, key: 'quiet' }], seed: 'x' })).toEqual([]);
  expect(findings({ variations: [control, { ...calm, weight: 2 }] }, {})).toEqual([]);
});

test.each([
  [
    'a variation renamed',
    { variations: [control, { ...calm, key: 'quiet' }] },
    'variations[1].key',
    '"calm" gone or renamed',
  ],
  [
    'a variation added',
    { variations: [...calmExperiment.variations, { ...calm, key: 'third' }] },
    'variations[2].key',
    '"third" added',
  ],
  ['other weights', { variations: [control, { ...calm, weight: 2 }] }, 'variations[0].weight', 'other weights'],
  ['another seed', { seed: 'other' }, 'seed', 'another seed'],
  ['another moment to count from', { exposeOn: 'hero' }, 'exposeOn', 'another moment from which they count'],
  ['another feature', { feature: 'page.landings:default|calm' }, 'feature', 'another feature'],
])(
  'A phase that has been live is refused with %s, running or paused, and the right way is named',
  (_, more, path, what) => {
    for (const status of ['live', 'paused']) {
      const [found, ...others] = findings({ ...more, status });
      expect(others).toEqual([]);
      expect(found).toMatchObject({ path, severity: 'error' });
      expect(found?.message).toContain(what);
      expect(found?.expected).toMatch(/^"phase": 2, or /);
    }
  },
);

test('An ended phase does not begin again', () => {
  expect(findings({}, { 1: first, 2: { ...first, seed: 'calm__2' } })).toMatchObject([
    { message: expect.stringContaining('phase 2 has been live since') },
  ]);
});

test('A new experiment on the same landing, whatever its key, takes nothing away from a running one', () => {
  const bold = { ...calmExperiment, variations: [control, { key: 'bold', variant: 'landings/bold', weight: 1 }] };
  const others = { 'pages-config/landings/bold.json': calmVariant, 'pages-config/experiments/bold.json': bold };
  const own = { ...first, feature: 'page.landings/default|calm' };
  for (const phases of [{ 1: first }, { 1: own }]) expect(findings({}, phases, others)).toEqual([]);
  const project = smallProject({ 'pages-config/experiments/calm.json': calmExperiment, ...others });
  const { written } = readFiles(project, undefined);
  const featuresWith = (record: PhaseRecord) =>
    buildExperiments(written.values(), record).map(({ key, feature }) => [key, feature]);
  const long = 'page.landings/default|';
  expect(featuresWith(new Map())).toEqual([
    ['bold', `${long}bold`],
    ['calm', `${long}calm`],
  ]);
  expect(featuresWith(readPhases({ calm: { 1: first } }))).toEqual([
    ['bold', `${long}bold`],
    ['calm', first.feature],
  ]);
  // An experiment that is over had it before: the one that runs keeps it, and the other one, once it comes back, does not take it.
  expect(featuresWith(readPhases({ bold: { 2: first }, calm: { 1: first } }))).toEqual([
    ['bold', `${long}bold`],
    ['calm', first.feature],
  ]);
});

test('What goes live is written down once and stays as it was', () => {
  const hero = makeExperiment('hero', 'landings/short');
  const paused = makeExperiment('steps', 'landings/steps', { status: 'paused' });
  const record = withLivePhases(new Map(), [hero, paused]);
  const text = writePhases(record);
  expect(JSON.parse(text)).toEqual({
    hero: {
      1: {
        feature: hero.feature,
        seed: 'hero',
        arms: { control: 0.5, test: 0.5 },
        hash: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      },
    },
  });
  const read = readPhases(JSON.parse(text));
  const changed = { ...hero, seed: 'other' };
  expect(writePhases(withLivePhases(read, [changed]))).toBe(text);
  const second = withLivePhases(read, [{ ...changed, phase: 2 }]);
  expect(second.get('hero')?.map(({ phase, seed }) => [phase, seed])).toEqual([
    [1, 'hero'],
    [2, 'other'],
  ]);
});

const written = (): Readonly<Record<string, Readonly<Record<string, object>>>> => {
  const hero = makeExperiment('calm', 'landings/calm', {
    variations: [
      { key: 'control', variant: 'landings/default', weight: 0.5 },
      { key: 'calm', variant: 'landings/calm', weight: 0.5 },
    ],
  });
  return JSON.parse(writePhases(withLivePhases(new Map(), [{ ...hero, feature: first.feature }]))) as ReturnType<
    typeof written
  >;
};

test.each([
  ['a seed', { seed: 'other' }, 'calm["1"].seed'],
  ['a share', { arms: { control: 0.5, calm: 0.4 } }, 'calm["1"].arms.calm'],
  ['a name', { arms: { control: 0.5, quiet: 0.5 } }, 'calm["1"].arms.quiet'],
  ['a moment', { exposeOn: 'hero' }, 'calm["1"].exposeOn'],
])('A record that was edited is found there, not at the experiment: %s', (_, edit, path) => {
  const entry = { ...written()['calm']?.['1'], ...edit };
  expect(findings({}, { 1: entry })).toMatchObject([{ file: 'pages-config/phases.json', path }]);
  // Writing the record again does not make it right.
  const again = JSON.parse(writePhases(readPhases({ calm: { 1: entry } }))) as { calm: object };
  expect(findings({}, again.calm)).toMatchObject([{ file: 'pages-config/phases.json', path }]);
});

test('Phases are numbered without gaps', () => {
  expect(findings({ phase: 3 }, { 1: first })).toMatchObject([{ path: 'phase', severity: 'warning', expected: '2' }]);
  expect(findings({ phase: 4 }, {})).toMatchObject([{ path: 'phase', expected: '1' }]);
  expect(findings({ phase: 2 }, {})).toEqual([]);
});
