import { expect, test } from 'vitest';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { PageWeight } from '#engine/documents/types.ts';
import { calmExperiment, calmVariant, type Changes, smallProject, swap } from '#tests/helpers/small-project.ts';

const landing = (locale: 'de' | 'en' | 'pl', html: number, more: Partial<PageWeight> = {}): PageWeight => ({
  document: 'landings/default',
  locale,
  html,
  scripts: 0,
  images: 0,
  heaviest: ['the block "labels" (31,204 bytes)', 'styles (20,000 bytes)'],
  ...more,
});

function findings(weights: readonly PageWeight[], changes: Changes = {}) {
  const result = resolveOn({ ...smallProject(changes), weights }, undefined);
  return result.ok ? result.warnings : result.findings;
}

test('A page over its budget is one warning, with the language and the parts that weigh most', () => {
  expect(findings([landing('en', 24_000), landing('de', 25_601), landing('pl', 26_000)])).toEqual([
    expect.objectContaining({
      rule: 'page-weight',
      severity: 'warning',
      file: 'pages-config/landings/default.json',
      line: 1,
      message:
        'The page has 26,000 bytes in "pl", where it weighs most; in 2 of 3 languages it is over the 25,600 bytes that "weight.page" of the site allows. Before compression, most of it is the block "labels" (31,204 bytes) and styles (20,000 bytes).',
    }),
  ]);
});

test('A page of exactly its budget, and pages that were not measured, give no finding', () => {
  expect(findings([landing('de', 25_600)])).toEqual([]);
  expect(findings([])).toEqual([]);
});

test('The site names its own budgets', () => {
  const own = { 'pages-config/site.json': swap('"navigation"', '"weight": { "page": 9000 }, "navigation"') };
  expect(findings([landing('de', 9_000)], own)).toEqual([]);
  expect(findings([landing('de', 9_001)], own).map(({ expected }) => expected)).toEqual([
    '9,000 bytes after Brotli at most',
  ]);
});

test('The first screen counts its images and scripts, once all of them are made', () => {
  const heavy = { scripts: 1_000, images: 190_000 };
  expect(findings([landing('en', 20_000, heavy), landing('de', 20_001, heavy)]).map(({ message }) => message)).toEqual([
    'Before scrolling, a phone loads 211,001 bytes in "de", where it weighs most; in every language it is over the 200,000 bytes that "weight.firstScreen" of the site allows. Its images take 190,000 bytes, the page itself 20,001 and files of scripts 1,000.',
  ]);
  expect(findings([landing('de', 20_000, { ...heavy, images: null })])).toEqual([]);
});

test('A variation is held to the budget of its experiment', () => {
  const changes = {
    'pages-config/landings/calm.json': calmVariant,
    'pages-config/experiments/calm.json': { ...calmExperiment, bytes: 20_000 },
  };
  const calm = { document: 'landings/calm' };
  expect(
    findings([landing('de', 19_000), landing('de', 21_000, calm)], changes).map(({ file, path, message }) => [
      file,
      path,
      message.split('.')[0],
    ]),
  ).toEqual([
    [
      'pages-config/experiments/calm.json',
      'variations[1].variant',
      'The variation "calm" has 21,000 bytes in "de", where it weighs most; only there it is over the 20,000 bytes that "bytes" of the experiment allows, so no visitor takes part there',
    ],
  ]);
});
