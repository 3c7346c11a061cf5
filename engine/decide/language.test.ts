import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { decide } from './decide.ts';
import { findAvailableLocale } from './language.ts';
import type { Decision, Facts } from './types.ts';

const available = new Map<string, Locale>(locales.map((locale) => [locale, locale]));
const site = makeSite();
const visit = (facts: Partial<Facts>): Decision => decide(makeFacts(facts), site);

test.each([
  ['', null],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-at, en', 'de'],
  ['ja, fr;q=0.8, de;q=0.9', 'de'],
  ['fr;q=0.5,de;q=0.5', 'fr'],
  ['en;q=0.1, pl', 'pl'],
  ['de;q=0, sv;q=0.001', 'sv'],
  ['*', null],
  ['zh-CN, *;q=0.5', null],
  ['de;q=2', null],
  ['de;q=x, it;q=.9, nl;q=0.2', 'nl'],
  ['zh-Hant-TW;q=1, fr-CH ; q = 0.7', 'fr'],
  [',,;,', null],
])('R21: the browser that sends %j gets %s', (header, expected) => {
  expect(findAvailableLocale(header, available)).toBe(expected);
});

test.each<[string, Partial<Facts>, string]>([
  [
    'the query wins over cookie and browser',
    { url: '/about-us?lang=fr', cookies: { lang: 'de' }, acceptLanguage: 'it' },
    '/fr/about-us?lang=fr',
  ],
  [
    'the cookie wins over the browser',
    { url: '/about-us', cookies: { lang: 'de' }, acceptLanguage: 'it' },
    '/de/about-us',
  ],
  ['the browser is asked last', { url: '/about-us?a=%20b', acceptLanguage: 'ja,it-CH;q=0.9' }, '/it/about-us?a=%20b'],
  ['HEAD is redirected like GET', { method: 'HEAD', url: '/', acceptLanguage: 'de' }, '/de'],
])('R21: on a URL without a language, %s', (_, facts, location) => {
  const decision = visit(facts);
  expect(decision).toMatchObject({ kind: 'redirect', status: 302, location, vary: ['Accept-Language', 'Cookie'] });
});

test.each<[string, Partial<Facts>, Locale]>([
  ['the default language is rendered in place', { url: '/about-us', acceptLanguage: 'en-GB,de;q=0.5' }, 'en'],
  ['nothing known means the default', { url: '/about-us', acceptLanguage: 'ja' }, 'en'],
  ['the query may ask for the default', { url: '/about-us?lang=en', cookies: { lang: 'de' } }, 'en'],
  ['an unsupported query redirects nowhere', { url: '/about-us?lang=xx' }, 'en'],
  ['a prefixed URL never redirects', { url: '/fr/about-us', cookies: { lang: 'de' }, acceptLanguage: 'it' }, 'fr'],
  ['a prefixed URL renders the language of the query in place', { url: '/fr/about-us?lang=de' }, 'de'],
  ['the prefix of the default language answers as well', { url: '/en/about-us', acceptLanguage: 'de' }, 'en'],
  ['an unsupported query on a prefixed URL changes nothing', { url: '/fr/about-us?lang=de-DE' }, 'fr'],
  ['posting is never redirected', { method: 'POST', url: '/about-us', acceptLanguage: 'de' }, 'de'],
])('R21: %s', (_, facts, locale) => {
  expect(visit(facts)).toMatchObject({
    kind: 'page',
    status: 200,
    document: 'pages/about-us',
    locale,
    path: '/about-us',
  });
});

test('R22: paths below /acquisition/ are never redirected for language', () => {
  const facts = { acceptLanguage: 'de', cookies: { lang: 'fr' } };
  expect(visit({ ...facts, url: '/acquisition/error/404?lang=it' })).toMatchObject({
    kind: 'page',
    status: 404,
    locale: 'it',
  });
  expect(visit({ ...facts, url: '/acquisition/' })).toMatchObject({ kind: 'page', status: 404, locale: 'fr' });
});

test('R22: with the base path /acquisition/ every page is rendered in the visitor’s language in place', () => {
  const below = makeSite({ deployment: { basePath: '/acquisition/' } });
  const shown = { kind: 'page', status: 200, locale: 'de', vary: ['Accept-Language', 'Cookie'] };
  const at = (url: string): Decision => decide(makeFacts({ url, acceptLanguage: 'de' }), below);
  expect(at('/acquisition/about-us')).toMatchObject({ ...shown, path: '/about-us' });
  expect(at('/acquisition/')).toMatchObject({ ...shown, document: 'landings/default' });
  expect(at('/acquisition')).toMatchObject({ kind: 'redirect', status: 308, location: '/acquisition/' });
  expect(at('/acquisition/error/404')).toMatchObject({ kind: 'page', status: 404, locale: 'de' });
});

test.each<[string, Partial<Facts>, Locale | null]>([
  ['a first visit sets no cookie', { url: '/about-us' }, null],
  ['a first visit of a prefixed URL sets none either', { url: '/fr/about-us' }, null],
  ['an unsupported query sets none', { url: '/fr/about-us?lang=xx' }, null],
  ['the query is remembered', { url: '/fr/about-us?lang=de' }, 'de'],
  ['a visitor who brings the cookie keeps it', { url: '/about-us', cookies: { lang: 'en' } }, 'en'],
  ['on a prefixed URL the cookie follows the page', { url: '/fr/about-us', cookies: { lang: 'de' } }, 'fr'],
  ['a cookie with an unknown language counts as none', { url: '/fr/about-us', cookies: { lang: 'xx' } }, null],
  ['a prefetch remembers nothing', { url: '/fr/about-us?lang=de', prefetch: true }, null],
])('R25: %s', (_, facts, locale) => {
  const expected = locale === null ? [] : [{ name: 'lang', value: locale, maxAge: 2_147_483_647, httpOnly: false }];
  expect(visit(facts)).toMatchObject({ kind: 'page', cookies: expected });
});

test('R25: a redirect remembers that it happened, and the language when the visitor asked for it', () => {
  const redirected = { name: 'nuxt-i18n_redirected', value: 'de', maxAge: 31_536_000, httpOnly: true };
  expect(visit({ acceptLanguage: 'de' }).cookies).toEqual([redirected]);
  expect(visit({ url: '/?lang=de' }).cookies).toMatchObject([{ name: 'lang', value: 'de' }, redirected]);
});

test('R25: a prefetched redirect remembers nothing', () => {
  expect(visit({ url: '/?lang=de', prefetch: true })).toMatchObject({ kind: 'redirect', cookies: [] });
});

test('R20: with prefixes for all, the default language is redirected to its prefix as well', () => {
  const prefixed = makeSite({
    config: { locales: { available: [...locales], default: 'en', strategy: 'prefix' } },
    deployment: { basePath: '/club/' },
  });
  expect(decide(makeFacts({ url: '/club/about-us?a=1' }), prefixed)).toMatchObject({
    kind: 'redirect',
    location: '/club/en/about-us?a=1',
  });
  expect(decide(makeFacts({ url: '/club/' }), prefixed)).toMatchObject({ kind: 'redirect', location: '/club/en' });
});

test('R20: without prefixes every language is rendered in place', () => {
  const flat = makeSite({ config: { locales: { available: [...locales], default: 'en', strategy: 'no_prefix' } } });
  expect(decide(makeFacts({ url: '/about-us', acceptLanguage: 'de' }), flat)).toMatchObject({
    kind: 'page',
    locale: 'de',
    vary: ['Accept-Language', 'Cookie'],
  });
  expect(decide(makeFacts({ url: '/about-us?lang=sv' }), flat)).toMatchObject({ kind: 'page', locale: 'sv' });
});

test('R21: the choice is the one of a model that reads the rule word by word', () => {
  const language = fc.constantFrom(...locales, 'xx', 'ja', 'de-AT', '', 'EN');
  const header = fc.array(fc.tuple(language, fc.constantFrom(1, 0.9, 0.5, 0.123, 0)), { maxLength: 5 });
  fc.assert(
    fc.property(
      fc.option(language),
      fc.option(language),
      header,
      fc.option(fc.constantFrom(...locales)),
      fc.constantFrom('GET', 'HEAD', 'POST'),
      (query, cookie, weighted, prefix, method) => {
        const isLocale = (value: string | null): value is Locale => value !== null && available.has(value);
        const browser = weighted
          .filter(([, weight]) => weight > 0)
          .toSorted(([, one], [, other]) => other - one)
          .map(([range]) => range.toLowerCase().split('-')[0] ?? null)
          .find(isLocale);
        const wanted: Locale = isLocale(query) ? query : (prefix ?? (isLocale(cookie) ? cookie : (browser ?? 'en')));
        const redirects = prefix === null && method !== 'POST' && wanted !== 'en';

        const url = `${prefix === null ? '' : `/${prefix}`}/about-us${query === null ? '' : `?lang=${query}`}`;
        const acceptLanguage = weighted.map(([range, weight]) => `${range};q=${weight}`).join(', ');
        const decision = visit({ url, method, acceptLanguage, cookies: cookie === null ? {} : { lang: cookie } });
        expect(decision).toMatchObject(
          redirects
            ? { kind: 'redirect', location: `/${wanted}/about-us${query === null ? '' : `?lang=${query}`}` }
            : { kind: 'page', locale: wanted },
        );
        const remembered = decision.cookies.find(({ name }) => name === 'lang')?.value;
        const remembers = isLocale(query) || (isLocale(cookie) && !redirects);
        expect(remembered).toBe(remembers ? wanted : undefined);
      },
    ),
    { numRuns: 1000 },
  );
});
