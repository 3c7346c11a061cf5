import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, checkSmall, shortFindings } from '#tests/helpers/small-project.ts';
import type { JsonObject } from '../../json.ts';

const { variations: _variations, ...base } = calmExperiment;
const control = { key: 'control', weight: 1 };
const findings = (experiment: JsonObject, more: Record<string, JsonObject> = {}): readonly string[] =>
  shortFindings({
    'pages-config/landings/calm.json': calmVariant,
    'pages-config/experiments/calm.json': { ...base, ...experiment },
    ...more,
  }).filter((finding) => finding.includes('experiments/'));

test('An experiment whose variations are the document and a variant of it is fine', () => {
  expect(findings({ variations: [control, { key: 'calm', variant: 'landings/calm', weight: 1 }] })).toEqual([]);
});

test('Two variations with one key, or with one document, cannot be distinguished', () => {
  const calm = { key: 'control', variant: 'landings/calm', weight: 1 };
  expect(findings({ variations: [control, calm] })).toEqual([
    'experiment-variations experiments/calm.json variations[1].key',
  ]);
  expect(findings({ variations: [control, { key: 'same', weight: 1 }] })).toEqual([
    'experiment-variations experiments/calm.json variations[1]',
  ]);
});

test('A variant of another document cannot be a variation', () => {
  const variations = [control, { key: 'other', variant: 'landings/nested', weight: 1 }];
  const more = {
    'pages-config/landings/calm.json': { ...calmVariant, extends: 'landings/other' },
    'pages-config/landings/nested.json': { ...calmVariant, extends: 'landings/other' },
    'pages-config/landings/other.json': { ...calmVariant, slug: 'other' },
  };
  expect(findings({ document: 'landings/calm', variations }, more)).toEqual([
    'experiment-variations experiments/calm.json variations[1].variant',
  ]);
});

test('An experiment with a missing landing is found at the name', () => {
  const variations = [control, { key: 'calm', variant: 'landings/clam', weight: 1 }];
  expect(findings({ variations })).toEqual(['unknown-document experiments/calm.json variations[1].variant']);
  expect(
    findings({ document: 'landings/defualt', variations: [control, { ...variations[1], variant: 'landings/calm' }] }),
  ).toEqual(['unknown-document experiments/calm.json document']);
});

test('A namespace with an empty range would have no participants', () => {
  const variations = [control, { key: 'calm', variant: 'landings/calm', weight: 1 }];
  expect(findings({ variations, namespace: { name: 'n', from: 0.5, to: 0.5 } })).toEqual([
    'experiment-variations experiments/calm.json namespace.to',
  ]);
});

const summer = { 'pages-config/landings/summer.json': { ...calmVariant, slug: 'summer' } };
const led = { key: 'summer', redirect: 'landings/summer', weight: 1 };

test('A variation may lead to a landing with an address of its own', () => {
  expect(findings({ variations: [control, led] }, summer)).toEqual([]);
  expect(findings({ variations: [control, { ...led, redirect: 'landings/calm' }] }, summer)).toEqual([
    'experiment-variations experiments/calm.json variations[1].redirect',
  ]);
  expect(findings({ variations: [control, { ...led, redirect: 'landings/sumer' }] }, summer)).toEqual([
    'unknown-document experiments/calm.json variations[1].redirect',
  ]);
});

test('A variation shows a variant or leads away, not both', () => {
  expect(findings({ variations: [control, { ...led, variant: 'landings/calm' }] }, summer)).toEqual([
    'experiment-variations experiments/calm.json variations[1].redirect',
  ]);
});

test('No visitor is redirected into a second live experiment', () => {
  const second = (status: string): Record<string, JsonObject> => ({
    ...summer,
    'pages-config/experiments/summer.json': {
      ...base,
      status,
      document: 'landings/summer',
      variations: [control, { key: 'calm', variant: 'landings/nested', weight: 1 }],
    },
    'pages-config/landings/nested.json': { ...calmVariant, extends: 'landings/summer' },
  });
  expect(findings({ variations: [control, led] }, second('live'))).toEqual([
    'experiment-variations experiments/calm.json variations[1].redirect',
  ]);
  expect(findings({ variations: [control, led] }, second('paused'))).toEqual([]);
});

test('A block that is to be seen is in every variation, and a mistyped one is guessed', () => {
  const block = (id: string) => ({ id, type: 'footer' });
  const variations = [control, { key: 'calm', variant: 'landings/calm', weight: 1 }];
  const found = (exposeOn: string, changes: readonly object[] = []) =>
    checkSmall({
      'pages-config/landings/calm.json': { ...calmVariant, changes },
      'pages-config/experiments/calm.json': { ...base, variations, exposeOn },
    }).filter(({ rule }) => rule === 'experiment-variations');
  expect(found('hero')).toEqual([]);
  expect(found('hreo')).toMatchObject([{ path: 'exposeOn', message: expect.stringContaining('Did you mean "hero"?') }]);
  expect(found('more', [{ op: 'insert', after: 'hero', blocks: [block('more')] }])).toMatchObject([
    { message: expect.stringContaining('"landings/default" has no block "more"') },
  ]);
});

test('A page is tested against whole landings, and never against a variant or another page', () => {
  const page = 'pages/about-us';
  const { extends: _, changes: __, ...whole } = calmVariant as typeof calmVariant & JsonObject;
  const landing = {
    ...whole,
    layout: 'default',
    meta: { title: 'landing.title', description: 'landing.description' },
    blocks: [
      { id: 'header', fragment: 'fragments/header', area: 'header' },
      { id: 'steps', type: 'rich-text', title: 'landing.steps', lead: 'landing.labels' },
    ],
  };
  const found = (variant: string, calm: JsonObject) =>
    shortFindings({
      'pages-config/landings/calm.json': calm,
      'pages-config/experiments/calm.json': {
        ...base,
        document: page,
        variations: [control, { key: 'calm', variant, weight: 1 }],
      },
    }).filter((each) => /experiment|unused-document|unreachable/.test(each));
  expect(found('landings/calm', landing)).toEqual([]);
  expect(found('landings/calm', calmVariant)).toEqual([
    'experiment-variations experiments/calm.json variations[1].variant',
  ]);
  expect(found('pages/error/404', landing)).toContain('unknown-document experiments/calm.json variations[1].variant');
});
