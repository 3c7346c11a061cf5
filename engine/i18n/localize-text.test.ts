import { expect, test } from 'vitest';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { TextSource } from './catalogue.ts';
import { localizeText, type LocalizeOptions } from './localize-text.ts';
import { toPlainText } from './to-plain-text.ts';

const locales: readonly Locale[] = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'];
const claim = { source: 'Marketing', asOf: '2026-01-01' };

const site: TextSource = {
  config: {
    locales: { available: [...locales], default: 'en', strategy: 'prefix_except_default' },
    claims: {
      labels: { ...claim, value: 3000, format: 'integer' },
      products: { ...claim, value: 5_000_000, format: 'compact' },
      upTo: { ...claim, value: 0.75, format: 'percent' },
      rating: { ...claim, value: 4.8, format: 'decimal' },
      vase: {
        ...claim,
        value: 46,
        format: 'money',
        currency: 'EUR',
        tax: 'included',
        former: 79,
        lowest30: { value: 64, validUntil: '2026-12-24' },
        countries: { PL: { value: 199, currency: 'PLN' } },
      },
      reviews: { ...claim, value: 500_000, format: 'integer' },
    },
  } as unknown as TextSource['config'],
  texts: new Map<Locale, ReadonlyMap<string, string>>([
    [
      'en',
      new Map([
        ['landing.hero.title', 'Over {claims.labels} labels for {name}'],
        ['landing.only-english', 'Only in English, {claims.labels}'],
        ['landing.invitations_one', '{count} invitation left'],
        ['landing.invitations_other', '{count} invitations left'],
        ['landing.terms', 'I accept the <link:terms>terms of <em>use</em></link:terms>'],
        ['landing.broken', 'Broken <b>words</b>'],
        ['landing.braces', 'A {{literal}} and $t(landing.broken)'],
      ]),
    ],
    ['de', new Map([['landing.hero.title', 'Über {claims.labels} Marken&shy;welten für {name}']])],
    [
      'pl',
      new Map([
        ['landing.invitations_one', '{count} zaproszenie'],
        ['landing.invitations_few', '{count} zaproszenia'],
        ['landing.invitations_many', '{count} zaproszeń'],
        ['landing.invitations_other', '{count} zaproszenia'],
      ]),
    ],
  ]),
};

const words = (key: string, locale: Locale, options?: LocalizeOptions): string =>
  toPlainText(localizeText(site, key, locale, options));

test('a key is read in the language asked for, and an unknown variable becomes a hole', () => {
  expect(localizeText(site, 'landing.hero.title', 'de')).toEqual({
    lang: 'de',
    parts: ['Über 3.000 Marken\u00adwelten für ', { hole: 'name' }],
  });
});

test('a known variable is filled in as text', () => {
  expect(words('landing.hero.title', 'en', { variables: { name: '<Ann>' } })).toBe('Over 3,000 labels for <Ann>');
});

test('a missing translation falls back to the default language and says so, figures included', () => {
  expect(localizeText(site, 'landing.only-english', 'de')).toEqual({ lang: 'en', parts: ['Only in English, 3,000'] });
});

test.each<[Locale, number, string]>([
  ['en', 1, '1 invitation left'],
  ['en', 3000, '3,000 invitations left'],
  ['pl', 1, '1 zaproszenie'],
  ['pl', 3, '3 zaproszenia'],
  ['pl', 5, '5 zaproszeń'],
  ['pl', 12, '12 zaproszeń'],
  ['de', 2, '2 invitations left'],
])('plural forms follow the language: %s with %d is "%s"', (locale, count, expected) => {
  expect(words('landing.invitations', locale, { count })).toBe(expected);
});

test('a text written in place needs no key', () => {
  const inline = { en: 'Hi', de: 'Hallo', fr: 'Salut', it: 'Ciao', nl: 'Hoi', pl: 'Cześć', sv: 'Hej' };
  expect(localizeText(site, inline, 'pl')).toEqual({ lang: 'pl', parts: ['Cześć'] });
});

test('a link is bound by its name and keeps the emphasis inside', () => {
  const text = localizeText(site, 'landing.terms', 'en', {
    linkTarget: (name) => ({ href: `/${name}`, external: false }),
  });
  expect(text.parts).toEqual([
    'I accept the ',
    { tag: 'link', to: { href: '/terms', external: false }, parts: ['terms of ', { tag: 'em', parts: ['use'] }] },
  ]);
});

test('interpolation and nesting of the look-up library stay out of the way', () => {
  expect(words('landing.braces', 'en')).toBe('A {literal} and $t(landing.broken)');
});

test.each([
  ['landing.nowhere', 'exists neither in "de" nor in the default language "en"'],
  ['landing.broken', 'broken markup at character 8'],
  ['landing.terms', 'no links are possible here'],
])('%s is refused with a sentence that names it', (key, message) => {
  expect(() => localizeText(site, key, 'de')).toThrow(message);
});

test('an unknown claim is refused by its name', () => {
  const inline = Object.fromEntries(locales.map((locale) => [locale, '{claims.nothing}'])) as Record<Locale, string>;
  expect(() => localizeText(site, inline, 'en')).toThrow('"claims.nothing"');
});

test('a visitor’s value has no plain form', () => {
  expect(() => words('landing.hero.title', 'en')).toThrow('visitor\'s value "name"');
});

test.each<[Locale, string]>([
  ['en', '3,000 · 5\u00a0million · 75% · 4.8 · 500,000'],
  ['de', '3.000 · 5\u00a0Millionen · 75\u00a0% · 4,8 · 500.000'],
  ['fr', '3\u202f000 · 5\u00a0millions · 75\u00a0% · 4,8 · 500\u202f000'],
  ['it', '3000 · 5\u00a0milioni · 75% · 4,8 · 500.000'],
  ['nl', '3.000 · 5\u00a0miljoen · 75% · 4,8 · 500.000'],
  ['pl', '3000 · 5\u00a0milionów · 75% · 4,8 · 500\u00a0000'],
  ['sv', '3\u00a0000 · 5\u00a0miljoner · 75\u00a0% · 4,8 · 500\u00a0000'],
])('claims are written as a native of %s writes them (S15)', (locale, expected) => {
  const source = '{claims.labels} · {claims.products} · {claims.upTo} · {claims.rating} · {claims.reviews}';
  const inline = Object.fromEntries(locales.map((lang) => [lang, source])) as Record<Locale, string>;
  expect(toPlainText(localizeText(site, inline, locale))).toBe(expected);
});

const inAll = (source: string) => Object.fromEntries(locales.map((lang) => [lang, source])) as Record<Locale, string>;

test.each<[Locale, string]>([
  ['en', '€46 incl. VAT, formerly €79. Lowest price in the 30 days before the reduction: €64'],
  ['de', '46 € inkl. MwSt., formerly 79 €. Niedrigster Preis der 30 Tage vor der Ermäßigung: 64 €'],
  ['fr', '46 € TVA incluse, formerly 79 €. Prix le plus bas des 30 jours précédant la réduction : 64 €'],
  ['pl', '46 € zawiera VAT, formerly 79 €. Najniższa cena z 30 dni przed obniżką: 64 €'],
])('texts name the notes that the law asks for beside a price, in %s (K2)', (locale, expected) => {
  const text = inAll('{claims.vase} {claims.vase.tax}, formerly {claims.vase.former}. {claims.vase.lowest30}');
  expect(toPlainText(localizeText(site, text, locale)).replaceAll('\u00A0', ' ')).toBe(expected);
});

test('a claim shows the figure of the visitor’s country, and refuses a note that this one lacks', () => {
  const shown = (source: string) => toPlainText(localizeText(site, inAll(source), 'pl', { country: 'PL' }));
  expect(shown('{claims.vase} {claims.vase.tax}')).toBe('199\u00A0zł zawiera VAT');
  expect(() => shown('{claims.vase.former}')).toThrow('"claims.vase.former"');
});
