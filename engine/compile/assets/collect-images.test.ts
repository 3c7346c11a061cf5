import { expect, test } from 'vitest';
import { collectImages } from './collect-images.ts';
import { fixtureDocument, fixtureSite, inlineText } from '#tests/helpers/fixture-site.ts';

const wine = { src: 'images/satin/wine-29.jpg' };
const ink = { src: 'images/satin/ink-5.jpg' };
const gold = { src: 'images/satin/gold-11.jpg' };

test('images are found in the site document, in meta, in blocks and in the blocks inside them, each with its place', () => {
  const site = fixtureSite({ images: [wine] });
  const base = fixtureDocument('landings/default', [ink], inlineText('Fine labels'));
  const inner = { id: 'inner', type: 'call-to-action', area: 'main', props: { image: gold }, blocks: [] };
  const document = {
    ...base,
    meta: { ...base.meta, image: { ...gold, grade: 'none' as const } },
    blocks: base.blocks.map((block) => ({ ...block, blocks: [inner] })),
  };
  const uses = collectImages({ ...site, documents: new Map([[document.id, document]]) });
  expect(uses.map(({ reference, where }) => `${where}: ${reference.src}`)).toEqual([
    'pages-config/site.json, organization.logo: images/satin/wine-29.jpg',
    'pages-config/site.json, image: images/satin/wine-29.jpg',
    'pages-config/landings/default.json, meta, image: images/satin/gold-11.jpg',
    'pages-config/landings/default.json, block "close-1", image: images/satin/ink-5.jpg',
    'pages-config/landings/default.json, block "inner", image: images/satin/gold-11.jpg',
  ]);
});

test('images in lists and maps are found by the path of their binding', () => {
  const site = fixtureSite({ images: [] });
  const base = fixtureDocument('landings/default', [], inlineText('Fine labels'));
  const props = { labels: [{ image: ink }, {}, { image: gold }], byName: { first: { image: wine } }, image: undefined };
  const blocks = [{ id: 'row', type: 'row', area: 'main', props, blocks: [] }];
  const uses = collectImages(
    { ...site, documents: new Map([[base.id, { ...base, blocks }]]) },
    {
      blocks: {
        row: [
          { path: ['labels', '[]', 'image'], as: 'image' },
          { path: ['byName', '*', 'image'], as: 'image' },
          { path: ['image'], as: 'image' },
          { path: ['labels', '[]', 'text'], as: 'text' },
        ],
      },
      meta: [],
      site: [],
    },
  );
  expect(uses.map(({ where }) => where)).toEqual([
    'pages-config/landings/default.json, block "row", labels.0.image',
    'pages-config/landings/default.json, block "row", labels.2.image',
    'pages-config/landings/default.json, block "row", byName.first.image',
  ]);
});
