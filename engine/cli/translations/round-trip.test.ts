import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import {
  blanked,
  type Imported,
  importInto,
  openTranslations,
  sentUnits,
  type TranslationDesk,
} from '#tests/helpers/translation-desk.ts';
import { translationShapes } from '#tests/helpers/translation-shapes.ts';
import { writeExchange } from '#engine/documents/translations/exchange/index.ts';
import type { SentUnit } from '#engine/documents/translations/exchange/unit.ts';

let desk: TranslationDesk;
beforeAll(async () => {
  desk = await openTranslations('.');
});

const shapes = {
  ...translationShapes,
  'the file as it was sent, XLIFF': (units, locale) => Buffer.from(writeExchange('a.xlf', locale, units)),
  'the file as it was sent, CSV': (units, locale) => Buffer.from(writeExchange('a.csv', locale, units)),
} satisfies typeof translationShapes;

/** Texts with tags, placeholders, plurals and titles, and those of blocks; all others are like them. */
const isChosen = ({ key }: SentUnit): boolean => key.startsWith('blocks/header#') || /^(?:mail|site)\./.test(key);

test.each(Object.entries(shapes))('German texts of the site come back unharmed from %s', (name, write) => {
  const units = sentUnits(desk, 'de').filter(isChosen);
  const bytes = write(units, 'de');
  const unchanged = importInto(desk, bytes, 'de');
  expect(unchanged.refused.slice(0, 3)).toEqual([]);
  expect(unchanged).toMatchObject({ taken: 0, same: units.length, empty: 0, files: new Map() });

  const written = importInto(blanked(desk, 'de'), bytes, 'de');
  expect(written).toMatchObject({ taken: units.length, same: 0, empty: 0, refused: [] });
  for (const [file, text] of written.files) expect(text, `${name} ${file}`).toBe(desk.sources.get(file)?.text);
});

const title = 'Ein Haus mit|genau einer Tür.';
const ready = 'Ein Klick, und Ihre Mitgliedschaft beginnt.';

/** What people really send: the file, what is taken from it, and who is refused. */
test.each([
  ['docinfo.xlf', { 'de about.title': title }, []],
  ['dup.csv', { 'de activation.ready.text': ready }, ['about.title', 'about.title']],
  ['group.xlf', { 'de about.title': title }, []],
  ['ph.xlf', {}, []],
  ['region.xlf', { 'de about.title': title }, []],
  ['rejected.xlf', {}, ['about.title']],
  ['sdlxliff.xlf', { 'de about.title': title }, []],
  ['sepline.csv', { 'de about.title': title, 'de activation.ready.text': ready }, []],
  [
    'two-langs.xlf',
    {
      'de about.title': title,
      'fr activation.ready.text': 'Une pression confirme votre adresse, et votre adhésion commence.',
    },
    [],
  ],
  ['xliff2.xlf', { 'de about.title': title }, []],
  ['zwsp.xlf', { 'de about.title': title }, []],
])('%s, as translators sent it, is taken as far as it may be', (name, taken, refused) => {
  const imported = importInto(desk, readFileSync(`tests/fixtures/translations/${name}`));
  const { units, same, empty, cleaned } = imported;
  expect(Object.fromEntries(listChanges(imported))).toEqual(taken);
  expect(imported.refused.map((each) => each.name)).toEqual(refused);
  expect(units.length).toBe(imported.taken + same + empty + refused.length);
  expect(cleaned).toBe(name === 'zwsp.xlf' ? 1 : 0);
});

/** Language and key → text, of every text that is another one. */
function listChanges({ files }: Imported): readonly (readonly [string, string])[] {
  return [...files].flatMap(([file, text]) => {
    const [, locale = '', namespace = ''] = /^locales\/(\w+)\/(.+)\.json$/.exec(file) ?? [];
    const before: Readonly<Record<string, string>> = JSON.parse(desk.sources.get(file)?.text ?? '{}');
    const after: Readonly<Record<string, string>> = JSON.parse(text);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    return Object.entries(after)
      .filter(([key, words]) => before[key] !== words)
      .map(([key, words]) => [`${locale} ${namespace}.${key}`, words] as const);
  });
}
