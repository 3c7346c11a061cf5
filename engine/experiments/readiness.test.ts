import { expect, test } from 'vitest';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import { checkArm } from './readiness.ts';

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

test('an arm whose texts all exist is ready in that language, and only there', () => {
  expect(checkArm(site, 'landings/default', 'landings/short', 'en')).toEqual([]);
  expect(checkArm(site, 'landings/default', 'landings/short', 'de')).toEqual([
    { rule: 'arm-texts', message: 'The text "hero.join" does not exist in "de".' },
  ]);
});

test('the document itself and a whole landing may be arms; what is based on another document may not', () => {
  expect(checkArm(site, 'landings/default', 'landings/default', 'en')).toEqual([]);
  expect(checkArm(site, 'landings/default', 'landings/whole', 'en')).toEqual([]);
  expect(checkArm(site, 'landings/default', 'landings/stranger', 'en')).toMatchObject([{ rule: 'arm-resolves' }]);
  expect(checkArm(site, 'landings/default', 'landings/none', 'en')).toMatchObject([{ rule: 'arm-resolves' }]);
});
