import { expect, test } from 'vitest';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import { checkVariation } from './readiness.ts';

const texts = (words: Readonly<Record<string, readonly Locale[]>>) =>
  new Map(
    (['en', 'de'] as const).map((locale) => [
      locale,
      new Map(Object.entries(words).flatMap(([key, locales]) => (locales.includes(locale) ? [[key, key]] : []))),
    ]),
  );
const site = makeSite({
  documents: [
    {
      id: 'landings/short',
      bases: ['landings/default'],
      blocks: [makeBlock({ id: 'hero', props: { title: 'hero.title', action: { label: 'hero.join', to: '#join' } } })],
    },
    { id: 'landings/whole' },
    { id: 'landings/stranger', bases: ['landings/whole'] },
  ],
  texts: texts({
    'meta.title': ['en', 'de'],
    'meta.description': ['en', 'de'],
    'hero.title': ['en', 'de'],
    'hero.join': ['en'],
  }),
});

test('a variation whose texts all exist is ready in that language, and only there', () => {
  expect(checkVariation(site, 'landings/default', 'landings/short', 'en')).toEqual([]);
  expect(checkVariation(site, 'landings/default', 'landings/short', 'de')).toEqual([
    {
      rule: 'variation-texts',
      message: 'The text "hero.join" does not exist in "de".',
      values: { text: 'hero.join' },
    },
  ]);
});

test('the document itself and a whole landing may be variations; what is based on another document may not', () => {
  expect(checkVariation(site, 'landings/default', 'landings/default', 'en')).toEqual([]);
  expect(checkVariation(site, 'landings/default', 'landings/whole', 'en')).toEqual([]);
  expect(checkVariation(site, 'landings/default', 'landings/stranger', 'en')).toMatchObject([
    { rule: 'variation-extends' },
  ]);
  expect(checkVariation(site, 'landings/default', 'landings/none', 'en')).toMatchObject([{ rule: 'variation-exists' }]);
});
