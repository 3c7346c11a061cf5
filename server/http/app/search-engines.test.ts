import { expect, test } from 'vitest';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { buildSitemap } from './search-engines.ts';

const documents = [
  { id: 'landings/default' },
  { id: 'landings/short', slug: 'short', bases: ['landings/default'] },
  { id: 'landings/summer', slug: 'summer', bases: ['landings/default'] },
  { id: 'landings/lean', slug: 'lean' },
];
const redirecting = (status: 'live' | 'paused') =>
  makeExperiment('lean', 'landings/lean', {
    status,
    variations: [
      { key: 'control', variant: 'landings/default', weight: 0.5 },
      { key: 'lean', variant: 'landings/lean', redirects: true, weight: 0.5 },
    ],
  });
const listed = (...experiments: ReturnType<typeof makeExperiment>[]): readonly string[] =>
  ['short', 'summer', 'lean'].filter((slug) =>
    buildSitemap(makeSite({ documents, experiments }), 0).includes(`/${slug}</loc>`),
  );

test('The sitemap leaves out variations, live or paused, and landings that visitors are redirected to', () => {
  expect(listed()).toEqual(['short', 'summer', 'lean']);
  expect(listed(makeExperiment('short', 'landings/short', { status: 'paused' }))).toEqual(['summer', 'lean']);
  expect(listed(redirecting('live'))).toEqual(['short', 'summer']);
  expect(listed(redirecting('paused'))).toEqual(['short', 'summer', 'lean']);
});
