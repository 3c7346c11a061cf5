import { expect, test } from 'vitest';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';
import { findWrongAddresses } from './address.ts';
import { fixMisprints, findMisprints } from './typesetting.ts';

const fixed = (locale: Locale, text: string): string => fixMisprints(text, findMisprints(locale, text, ['labels']));
const faults = (locale: Locale, text: string): number => findMisprints(locale, text, ['labels']).length;

test.each<[Locale, string, string]>([
  ['en', 'It takes 2 minutes', 'It takes 2\u00A0minutes'],
  ['de', 'bis zu 75 % günstiger', 'bis zu 75\u00A0% günstiger'],
  ['en', 'More than {claims.labels} labels', 'More than {claims.labels}\u00A0labels'],
  ['de', 'Stand 22. November 2026', 'Stand 22.\u00A0November\u00A02026'],
  ['en', 'until 5 December 2026', 'until 5\u00A0December\u00A02026'],
  ['fr', 'le 1er novembre 2026', 'le 1er\u00A0novembre\u00A02026'],
  ['pl', 'z 22 listopada 2026 r.', 'z\u00A022\u00A0listopada\u00A02026\u00A0r.'],
  ['en', 'And then...', 'And then…'],
  ['en', 'Free . Always , <b>really</b> !', 'Free. Always, <b>really</b>!'],
  ['fr', 'Gratuit , vraiment .', 'Gratuit, vraiment.'],
  ['fr', "L'adresse", 'L’adresse'],
  ['it', "all'<b>inizio</b> l'{name}", 'all’<b>inizio</b> l’{name}'],
  ['fr', 'Pas de code ? Voici : un', 'Pas de code\u00A0? Voici\u00A0: un'],
  ['fr', 'Pas de code? <b>Voici</b>', 'Pas de code\u00A0? <b>Voici</b>'],
  ['fr', '«Entrez»', '«\u00A0Entrez\u00A0»'],
  ['de', 'Scho\u0308n', 'Schön'],
  ['en', 'Come in,, now..', 'Come in, now.'],
  ['en', 'Come in!! Now??', 'Come in! Now?'],
  ['en', 'Come in,now.Stay', 'Come in, now. Stay'],
  ['en', 'Come ( in ) now', 'Come (in) now'],
  ['pl', 'List w drodze i z kodem', 'List w\u00A0drodze i\u00A0z\u00A0kodem'],
])('In %s "%s" is set right by --fix', (locale, text, right) => {
  expect(fixed(locale, text)).toBe(right);
  expect(fixed(locale, right)).toBe(right);
  expect(faults(locale, right)).toBe(0);
});

test.each<[Locale, string]>([
  ['en', 'She said "come in"'],
  ['en', "the 'inner' circle"],
  ['en', 'a door - ajar'],
  ['en', 'a door--ajar'],
  ['de', 'das “Kleid”'],
  ['en', 'Come (in'],
  ['en', 'Come inside) now'],
  ['de', 'Das „Kleid'],
  ['en', 'A “dress'],
  ['fr', 'Une «\u00A0robe'],
  ['de', '„Kleid”'],
  ['en', '„Dress“'],
  ['pl', '„suknia“'],
  ['sv', '“klänning”'],
  ['fr', '„robe”'],
  ['fr', 'La porte s?ouvre'],
  ['de', 'Sch?n'],
])('In %s "%s" is reported, and left for a person to decide', (locale, text) => {
  expect(faults(locale, text)).toBeGreaterThan(0);
  expect(fixed(locale, text)).toBe(text);
});

test('A pair of quotation marks of which one is foreign is one mistake', () => {
  for (const [locale, text] of [
    ['de', 'Das „Kleid” hier'],
    ['en', 'The “dress„ here'],
  ] as const)
    expect(faults(locale, text)).toBe(1);
});

test.each<[Locale, string]>([
  ['en', 'Rated {claims.rating} out of 5, <link:faq>see why</link:faq>; 24\u00A0hours.'],
  ['de', 'E-Mail-Adresse: Am 3. Tag, „heute“'],
  ['fr', 'À 12:30, <link:terms>conditions</link:terms>\u00A0: voici\u202F!'],
  ['pl', 'A\u00A0teraz kod. Witamy, Anno'],
  ['it', 'L’ha visto? «Sì»'],
  ['de', '»Kleid«, (‚kurz‘)'],
  ['en', 'a) First, 1) second; 3,000 (or (rarely) more), U.S., www.example.com.'],
  ['sv', 'Det är ”klart” (”ja”).'],
  ['en', 'A “dress” (“short”).'],
  ['pl', 'Tak zwana „suknia”.'],
])('In %s "%s" is right as it is', (locale, text) => {
  expect(findMisprints(locale, text, ['labels'])).toEqual([]);
});

const usual: Readonly<Partial<Record<Locale, string>>> = {
  de: 'Sie',
  fr: 'vous',
  it: 'Lei',
  nl: 'u',
  pl: 'Państwo',
  sv: 'du',
};

test.each<[Locale, string, string]>([
  ['de', 'Bestätigen Sie deine Adresse.', 'deine'],
  ['fr', 'Confirmez ta demande.', 'ta'],
  ['it', 'Inserisca il tuo codice.', 'tuo'],
  ['nl', 'Bevestig je adres.', 'je'],
  ['pl', 'Prosimy podać Twój adres.', 'Twój'],
  ['sv', 'Bekräfta Er adress.', 'Er'],
])('In %s "%s" mixes two ways of address', (locale, text, word) => {
  expect(findWrongAddresses(locale, usual[locale], text).map((each) => each.word)).toEqual([word]);
});

test.each<[Locale, string]>([
  ['de', 'Ihre Dirndl, dirigiert; {dir}'],
  ['fr', 'Votre statut, a-t-elle vu\u00A0?'],
  ['it', 'La Sua lettera; tutti'],
  ['nl', 'Uw project, jeans'],
  ['pl', 'Państwa cisza'],
  ['sv', 'Vart levererar ni? Eran är här.'],
  ['en', 'You and thou'],
])('In %s "%s" has one way of address', (locale, text) => {
  expect(findWrongAddresses(locale, usual[locale], text)).toEqual([]);
});

test.each<[Locale, string, string, readonly string[]]>([
  ['de', 'du', 'Bestätige deine Adresse; wir schreiben Ihnen.', ['Ihnen']],
  ['de', 'du', 'Sie ist da. Deine Freundin wartet.', []],
  ['de', 'ihr', 'Kommt mit euren Gästen; bringt deine Karte mit.', ['deine']],
  ['fr', 'tu', 'Confirme ton adresse, puis ouvrez votre lettre.', ['votre']],
  ['it', 'tu', 'Inserisci il Suo codice.', ['Suo']],
  ['nl', 'je', 'Bevestig uw adres.', ['uw']],
  ['pl', 'ty', 'Podaj Państwa adres.', ['Państwa']],
  ['sv', 'Ni', 'Bekräfta din adress.', ['din']],
])('Where a site says in %s "%s", "%s" has these words of another way', (locale, form, text, wrong) => {
  expect(findWrongAddresses(locale, form, text).map((each) => each.word)).toEqual(wrong);
});

test('a language whose form of address the brand leaves out is not looked at', () => {
  expect(findWrongAddresses('de', undefined, 'Bestätigen Sie deine Adresse.')).toEqual([]);
  const brand = 'pages-config/brand.json';
  const german = { 'locales/de/site.json': swap('"Über uns"', '"Alles für dich"') };
  const wrong = (changes: Parameters<typeof checkSmall>[0]) =>
    checkSmall(changes)
      .filter(({ rule }) => rule === 'typography')
      .map(({ file }) => file);
  expect(wrong(german)).toEqual(['locales/de/site.json']);
  expect(wrong({ ...german, [brand]: swap('"de": "Sie", ', '') })).toEqual([]);
  // The rest of the site says “Sie”.
  expect(wrong({ ...german, [brand]: swap('"de": "Sie"', '"de": "du"') })).toEqual(['locales/de/landing.json']);
});

test('A misprint is reported with line, column and what to do, and fixed with all others of its text', () => {
  const [first, second, ...others] = checkSmall({
    'locales/de/site.json': swap('"Über uns"', '"Seit 20 Jahren... für dich"'),
  }).filter(({ rule }) => rule === 'typography');
  expect(others.map(({ message }) => message)).toEqual([
    expect.stringContaining('“dich” speaks to them in another way'),
  ]);
  expect(first).toMatchObject({ severity: 'warning', file: 'locales/de/site.json', line: 2, path: 'about' });
  expect(first?.message).toContain('Write a no-break space');
  expect(first?.fix?.text).toBe(JSON.stringify('Seit 20\u00A0Jahren… für dich'));
  expect(second?.fix).toBeUndefined();
});

test('Words of blocks are read, too', () => {
  const words = { en: 'a', de: 'a', fr: 'a', it: 'a', nl: 'a', pl: 'a', sv: 'for 3 days' };
  expect(checkSmall({ 'blocks/x/strings.json': { open: words } })).toEqual([
    expect.objectContaining({ rule: 'typography', path: 'open.sv' }),
  ]);
});
