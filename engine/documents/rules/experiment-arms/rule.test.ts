import { expect, test } from 'vitest';
import { shortFindings } from '#tests/helpers/small-project.ts';
import type { JsonObject } from '../../json.ts';

const base = {
  $schema: 'x',
  version: 1,
  status: 'live',
  hypothesis: 'A shorter page is read further.',
  document: 'landings/default',
};
const control = { key: 'control', weight: 1 };
const variant = { $schema: 'x', version: 1, extends: 'landings/default', changes: [] };
const findings = (experiment: JsonObject, more: Record<string, JsonObject> = {}): readonly string[] =>
  shortFindings({
    'pages-config/landings/calm.json': variant,
    'pages-config/experiments/calm.json': { ...base, ...experiment },
    ...more,
  }).filter((finding) => finding.includes('experiments/'));

test('An experiment whose arms are the document and a variant of it is fine', () => {
  expect(findings({ arms: [control, { key: 'calm', variant: 'landings/calm', weight: 1 }] })).toEqual([]);
});

test('Two arms with one key, or with one document, are told apart by nobody', () => {
  const calm = { key: 'control', variant: 'landings/calm', weight: 1 };
  expect(findings({ arms: [control, calm] })).toEqual(['experiment-arms experiments/calm.json arms[1].key']);
  expect(findings({ arms: [control, { key: 'same', weight: 1 }] })).toEqual([
    'experiment-arms experiments/calm.json arms[1]',
  ]);
});

test('A variant of another document cannot be an arm', () => {
  const arms = [control, { key: 'other', variant: 'landings/nested', weight: 1 }];
  const more = {
    'pages-config/landings/calm.json': { ...variant, extends: 'landings/other' },
    'pages-config/landings/nested.json': { ...variant, extends: 'landings/other' },
    'pages-config/landings/other.json': { ...variant, slug: 'other' },
  };
  expect(findings({ document: 'landings/calm', arms }, more)).toEqual([
    'experiment-arms experiments/calm.json arms[1].variant',
  ]);
});

test('An experiment that names a landing nobody wrote is found at the name', () => {
  const arms = [control, { key: 'calm', variant: 'landings/clam', weight: 1 }];
  expect(findings({ arms })).toEqual(['unknown-document experiments/calm.json arms[1].variant']);
  expect(findings({ document: 'landings/defualt', arms: [control, { ...arms[1], variant: 'landings/calm' }] })).toEqual(
    ['unknown-document experiments/calm.json document'],
  );
});

test('A namespace whose range is empty would enrol nobody', () => {
  const arms = [control, { key: 'calm', variant: 'landings/calm', weight: 1 }];
  expect(findings({ arms, namespace: { name: 'n', from: 0.5, to: 0.5 } })).toEqual([
    'experiment-arms experiments/calm.json namespace.to',
  ]);
});
