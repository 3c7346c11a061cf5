import { expect, test } from 'vitest';
import { experimentWith, checkSmall } from '#tests/helpers/small-project.ts';
import type { JsonObject } from '../../json.ts';

const variant = (...changes: JsonObject[]): JsonObject => ({
  $schema: 'x',
  version: 4,
  extends: 'landings/default',
  changes,
});
const conflicts = (one: JsonObject, two: JsonObject, more: JsonObject = {}): readonly string[] =>
  checkSmall({
    'pages-config/landings/one.json': one,
    'pages-config/landings/two.json': two,
    'pages-config/experiments/a-first.json': experimentWith(['one']),
    'pages-config/experiments/b-second.json': experimentWith(['two'], more),
  })
    .filter(({ rule }) => rule === 'variation-conflict')
    .map(({ file, message }) => `${file}: ${message}`);

const setTitle = { op: 'set', block: 'hero', props: { title: 'landing.steps' } };

test('Two live experiments that set one property of one block are a conflict', () => {
  const [finding = ''] = conflicts(variant(setTitle), variant(setTitle));
  expect(finding).toContain('experiments/b-second.json');
  expect(finding).toContain('both change "title" of the block "hero"');
});

test('Different parts of one block get along', () => {
  expect(conflicts(variant(setTitle), variant({ ...setTitle, props: { text: 'landing.steps' } }))).toEqual([]);
});

test('Taking a block away conflicts with changing it', () => {
  expect(conflicts(variant(setTitle), variant({ op: 'remove', block: 'hero' }))).toEqual([
    expect.stringContaining('the block "hero"'),
  ]);
});

test('Blocks with equal ids brought in by both cannot be on one page', () => {
  const insert = { op: 'insert', after: 'hero', blocks: [{ id: 'new', type: 'rich-text', title: 'landing.steps' }] };
  expect(conflicts(variant(insert), variant(insert))).toEqual([expect.stringContaining('no longer fit')]);
});

test('A paused experiment, and one whose namespace separates visitors, do not conflict', () => {
  expect(conflicts(variant(setTitle), variant(setTitle), { status: 'paused' })).toEqual([]);
  const apart = checkSmall({
    'pages-config/landings/one.json': variant(setTitle),
    'pages-config/landings/two.json': variant(setTitle),
    'pages-config/experiments/a.json': experimentWith(['one'], { namespace: { name: 'hero', from: 0, to: 0.5 } }),
    'pages-config/experiments/b.json': experimentWith(['two'], { namespace: { name: 'hero', from: 0.5, to: 1 } }),
  });
  expect(apart.map(({ rule }) => rule)).not.toContain('variation-conflict');
});

test.each([
  ['languages', { locales: ['de', 'fr'] }, { locales: ['en'] }, { locales: ['fr', 'en'] }],
  ['countries', { countries: ['DE'] }, { countries: ['AT', 'CH'] }, { countries: ['AT', 'DE'] }],
  ['devices', { devices: ['phone'] }, { devices: ['desktop'] }, { devices: ['desktop', 'phone'] }],
  ['the app and the web', { webView: true }, { webView: false }, { webView: true }],
])(
  'Experiments for %s without a common visitor do not conflict; where a visitor may get both, they do',
  (_, own, apart, both) => {
    const among = (one: JsonObject, two: JsonObject) =>
      checkSmall({
        'pages-config/landings/one.json': variant(setTitle),
        'pages-config/landings/two.json': variant(setTitle),
        'pages-config/experiments/a.json': experimentWith(['one'], one),
        'pages-config/experiments/b.json': experimentWith(['two'], two),
      }).filter(({ rule }) => rule === 'variation-conflict');
    expect(among({ targeting: own }, { targeting: apart })).toEqual([]);
    expect(among({ targeting: own }, { targeting: both })).toHaveLength(1);
    expect(among({ targeting: own }, {})).toHaveLength(1);
  },
);

test('Experiments that wait for different variations of the same other one never meet', () => {
  const waiting = (...variations: string[]): JsonObject => ({
    prerequisites: [{ experiment: 'season', variations }],
  });
  const season = {
    ...experimentWith(['one']),
    holdout: true,
    variations: [
      { key: 'held', weight: 1 },
      { key: 'open', weight: 9 },
    ],
  };
  const found = (one: JsonObject, two: JsonObject): number =>
    checkSmall({
      'pages-config/landings/one.json': variant(setTitle),
      'pages-config/landings/two.json': variant(setTitle),
      'pages-config/experiments/a-first.json': experimentWith(['one'], one),
      'pages-config/experiments/b-second.json': experimentWith(['two'], two),
      'pages-config/experiments/season.json': season,
    }).filter(({ rule }) => rule === 'variation-conflict').length;
  expect(found(waiting('held'), waiting('open'))).toBe(0);
  expect(found(waiting('open'), waiting('open', 'held'))).toBe(1);
});

test('An experiment that has been live is left alone, and the conflict is found at the new one', () => {
  const phases = {
    'b-second': { 1: { feature: 'page.landings/default', seed: 'x', arms: { control: 0.5, two: 0.5 } } },
  };
  const found = checkSmall({
    'pages-config/landings/one.json': variant(setTitle),
    'pages-config/landings/two.json': variant(setTitle),
    'pages-config/experiments/a-first.json': experimentWith(['one']),
    'pages-config/experiments/b-second.json': experimentWith(['two']),
    'pages-config/phases.json': phases,
  }).filter(({ rule }) => rule === 'variation-conflict');
  expect(found.map(({ file }) => file)).toEqual(['pages-config/experiments/a-first.json']);
});
