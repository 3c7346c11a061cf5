import { expect, test } from 'vitest';
import { calmExperiment, calmVariant, checkSmall, shortFindings } from '#tests/helpers/small-project.ts';
import type { JsonObject } from '../../json.ts';

const page = (document: string, ...variations: JsonObject[]): JsonObject => ({
  document,
  ...(variations.length > 0 && { variations }),
});
const files = (experiment: JsonObject, more: Readonly<Record<string, JsonObject>> = {}) => ({
  'pages-config/landings/calm.json': calmVariant,
  'pages-config/landings/calm-summer.json': { ...calmVariant, extends: 'landings/summer' },
  'pages-config/experiments/calm.json': { ...calmExperiment, ...experiment },
  ...more,
});
const findings = (experiment: JsonObject, more: Readonly<Record<string, JsonObject>> = {}): readonly string[] =>
  shortFindings(files(experiment, more)).filter((finding) => finding.includes('experiments/'));
const summer = { key: 'calm', variant: 'landings/calm-summer' };

test('An experiment may span further landings and pages, on which some variations show the page itself', () => {
  expect(findings({ pages: [page('landings/summer', summer), page('pages/about-us')] })).toEqual([]);
});

test('A page that is named twice, or is the first one, is found', () => {
  expect(
    findings({ pages: [page('landings/summer', summer), page('landings/default'), page('landings/summer')] }),
  ).toEqual([
    'experiment-variations experiments/calm.json pages[1].document',
    'experiment-variations experiments/calm.json pages[2].document',
  ]);
});

test('A variation that the experiment does not have is found, with the one that was meant; so is one that shows two things', () => {
  const pages = [page('landings/summer', { ...summer, key: 'clam' }, summer, summer)];
  expect(findings({ pages })).toEqual([
    'experiment-variations experiments/calm.json pages[0].variations[0].key',
    'experiment-variations experiments/calm.json pages[0].variations[2].key',
  ]);
  expect(checkSmall(files({ pages })).find(({ path }) => path.endsWith('[0].key'))).toMatchObject({
    suggestion: 'calm',
  });
});

test('A variant of another page is not a variation, and missing documents are found', () => {
  const nested = { 'pages-config/landings/nested.json': { ...calmVariant, extends: 'landings/other' } };
  const other = { 'pages-config/landings/other.json': { ...calmVariant, slug: 'other' } };
  expect(
    findings(
      { pages: [page('landings/summer', { key: 'calm', variant: 'landings/nested' })] },
      { ...nested, ...other },
    ),
  ).toEqual(['experiment-variations experiments/calm.json pages[0].variations[0].variant']);
  expect(findings({ pages: [page('landings/sumer', { key: 'calm', variant: 'landings/clam' })] })).toEqual([
    'unknown-document experiments/calm.json pages[0].document',
    'unknown-document experiments/calm.json pages[0].variations[0].variant',
  ]);
});

test('An experiment of several pages does not redirect', () => {
  const variations = [calmExperiment.variations[0], { key: 'summer', redirect: 'landings/summer', weight: 1 }];
  expect(findings({ variations, pages: [page('pages/about-us')] })).toEqual([
    'experiment-variations experiments/calm.json variations[1].redirect',
  ]);
});

test('A block that has to be seen is on every page, in every variation', () => {
  const pages = [page('pages/about-us')];
  expect(findings({ exposeOn: 'hero', pages: [page('landings/summer', summer)] })).toEqual([]);
  expect(findings({ exposeOn: 'hero', pages })).toEqual(['experiment-variations experiments/calm.json exposeOn']);
});

test('Variations of two live experiments that meet on a further page must compose there, too', () => {
  const title = { op: 'set', block: 'hero', props: { title: 'landing.steps' } };
  const summerTitle = { ...calmVariant, extends: 'landings/summer', changes: [title] };
  const other = {
    ...calmExperiment,
    document: 'landings/summer',
    variations: [
      { key: 'control', weight: 1 },
      { key: 'bold', variant: 'landings/bold-summer', weight: 1 },
    ],
  };
  const project = files(
    { pages: [page('landings/summer', summer)] },
    {
      'pages-config/landings/calm-summer.json': summerTitle,
      'pages-config/landings/bold-summer.json': summerTitle,
      'pages-config/experiments/bold.json': other,
    },
  );
  expect(shortFindings(project).filter((finding) => finding.includes('variation-conflict'))).toEqual([
    'variation-conflict experiments/calm.json pages[0].variations[0].variant',
  ]);
});
