import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import {
  listAlternates,
  buildCanonicalUrl,
  buildHref,
  listLanguageChoices,
  withoutLanguageSwitch,
  getRouteName,
} from './links.ts';
import { locate } from './locate.ts';
import { createRouteTable } from './route-table.ts';

const available = [...locales];
const site = (strategy: 'prefix' | 'no_prefix' | 'prefix_except_default', basePath = '/') =>
  makeSite({ config: { locales: { available, default: 'en', strategy } }, deployment: { basePath } });

test.each([
  ['prefix', '/', '/en/about-us', '/de/about-us', '/en', '/de'],
  ['no_prefix', '/', '/about-us', '/about-us', '/', '/'],
  ['prefix_except_default', '/', '/about-us', '/de/about-us', '/', '/de'],
  ['prefix', '/club/', '/club/en/about-us', '/club/de/about-us', '/club/en', '/club/de'],
  ['prefix_except_default', '/club/', '/club/about-us', '/club/de/about-us', '/club/', '/club/de'],
] as const)(
  'L1: under %s with base path %s, links follow the strategy',
  (strategy, basePath, en, de, enHome, deHome) => {
    const it = site(strategy, basePath);
    expect(buildHref(it, { document: 'pages/about-us', locale: 'en' })).toBe(en);
    expect(buildHref(it, { document: 'pages/about-us', locale: 'de' })).toBe(de);
    expect(buildHref(it, { document: 'landings/default', locale: 'en' })).toBe(enHome);
    expect(buildHref(it, { path: '/', locale: 'de' })).toBe(deHome);
  },
);

test('L1: links, canonical URLs, alternates and the language menu have the address of each language', () => {
  const documents = [{ id: 'pages/about-us', route: '/about-us', addresses: { de: '/ueber-uns' } }];
  const it = makeSite({ documents });
  expect(buildHref(it, { document: 'pages/about-us', locale: 'de', query: 'a=1' })).toBe('/de/ueber-uns?a=1');
  expect(buildHref(it, { document: 'pages/about-us', locale: 'fr' })).toBe('/fr/about-us');
  expect(buildCanonicalUrl(it, '/about-us', 'de')).toBe('https://www.example.com/de/ueber-uns');
  expect(listAlternates(it, '/about-us').map(({ href }) => href)).toContain('https://www.example.com/de/ueber-uns');
  const menu = listLanguageChoices(it, '/about-us', 'en', 'rc=ANNA-50').map(({ href }) => href);
  expect(menu).toEqual(expect.arrayContaining(['/about-us?lang=en&rc=ANNA-50', '/de/ueber-uns?lang=de&rc=ANNA-50']));
});

test('L1: query and hash are appended with or without their marks', () => {
  const it = site('prefix_except_default');
  expect(buildHref(it, { path: '/about-us', locale: 'de', query: 'a=1', hash: '#stores' })).toBe(
    '/de/about-us?a=1#stores',
  );
  expect(buildHref(it, { path: '/about-us', locale: 'de', query: '?a=1', hash: 'stores' })).toBe(
    '/de/about-us?a=1#stores',
  );
});

test('L1: marks without anything behind them are left out', () => {
  const it = site('prefix');
  expect(buildHref(it, { path: '/about-us', locale: 'de', query: '?', hash: '#' })).toBe('/de/about-us');
  expect(buildHref(it, { path: '/about-us', locale: 'de', query: '', hash: '' })).toBe('/de/about-us');
});

test('L2: a document without an address cannot be linked to', () => {
  expect(() => buildHref(site('prefix'), { document: 'landings/nowhere', locale: 'en' })).toThrow(
    'The document "landings/nowhere" has no address. Link to a page or to a landing with a slug.',
  );
});

test('L3: the canonical URL of the default language is the unprefixed one', () => {
  expect(buildCanonicalUrl(site('prefix_except_default'), '/about-us', 'en')).toBe('https://www.example.com/about-us');
  expect(buildCanonicalUrl(site('prefix_except_default', '/club/'), '/', 'fr')).toBe('https://www.example.com/club/fr');
});

test('L4: alternates name every language and x-default for all others', () => {
  const links = listAlternates(site('prefix_except_default'), '/about-us');
  expect(links.map(({ hreflang }) => hreflang)).toEqual([...locales, 'x-default']);
  expect(links.find(({ hreflang }) => hreflang === 'sv')?.href).toBe('https://www.example.com/sv/about-us');
  expect(links.at(-1)?.href).toBe('https://www.example.com/about-us');
  expect(listAlternates(site('prefix'), '/').at(-1)?.href).toBe('https://www.example.com/en');
});

test('L4: without language in the URL there are no alternates', () => {
  expect(listAlternates(site('no_prefix'), '/about-us')).toEqual([]);
});

test('L5: a route is named after its document and language', () => {
  expect(getRouteName('pages/about-us', 'pl')).toBe('pages/about-us___pl');
});

test('L6: language links keep path, query and hash, name the language, and mark the current one', () => {
  const links = listLanguageChoices(
    site('prefix_except_default'),
    '/about-us',
    'fr',
    '?utm=x&lang=fr&_nav=1',
    '#stores',
  );
  expect(links.map(({ locale }) => locale)).toEqual([...locales]);
  expect(links[0]).toEqual({ locale: 'en', name: 'English', href: '/about-us?lang=en&utm=x#stores', current: false });
  expect(links[2]).toEqual({
    locale: 'fr',
    name: 'Français',
    href: '/fr/about-us?lang=fr&utm=x#stores',
    current: true,
  });
});

test('L6: a query that only names the language is dropped, and without a prefix the choice is in the query alone', () => {
  expect([withoutLanguageSwitch(''), withoutLanguageSwitch('?'), withoutLanguageSwitch('lang=fr&_nav')]).toEqual([
    '',
    '',
    '',
  ]);
  expect(withoutLanguageSwitch('languages=1&x')).toBe('&languages=1&x');
  const [, german] = listLanguageChoices(site('no_prefix'), '/', 'en', '');
  expect(german).toEqual({ locale: 'de', name: 'Deutsch', href: '/?lang=de', current: false });
});

test('L7: absolute URLs in query values are encoded, everything else stays as written', () => {
  const links = listLanguageChoices(
    site('prefix_except_default'),
    '/',
    'en',
    'redirectUrl=https://a.example/p?x=1&b=%C3%BC+c&d',
  );
  expect(links[1]?.href).toBe('/de?lang=de&redirectUrl=https%3A%2F%2Fa.example%2Fp%3Fx%3D1&b=%C3%BC+c&d');
  expect(withoutLanguageSwitch('u=HTTP://A.example/')).toBe('&u=HTTP%3A%2F%2FA.example%2F');
  expect(withoutLanguageSwitch('u=https:/a&v=xhttps://a&=https://a')).toBe('&u=https:/a&v=xhttps://a&=https%3A%2F%2Fa');
  expect(withoutLanguageSwitch('https://a')).toBe('&https://a');
});

const sites = fc.constantFrom(
  ...(['prefix', 'no_prefix', 'prefix_except_default'] as const).flatMap((strategy) =>
    ['/', '/club/', '/a/b/', '/de/'].map((basePath) => site(strategy, basePath)),
  ),
);
const anyLocale = fc.constantFrom(...locales);

test('L6: whatever the query says, its values survive a language switch', () => {
  const parameter = fc.tuple(
    fc.stringMatching(/^[a-z]{1,6}$/).filter((name) => name !== 'lang'),
    fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true }), fc.constant('%zz+%20')),
  );
  const raw = (value: string): string => value.toWellFormed().replaceAll(/[&#\s]/g, '');
  fc.assert(
    fc.property(sites, anyLocale, fc.array(parameter), fc.stringMatching(/^[a-z]*$/), (it, locale, pairs, hash) => {
      const query = pairs.map(([name, value]) => `${name}=${raw(value)}`).join('&');
      const href =
        listLanguageChoices(it, '/about-us', 'en', query, hash).find((choice) => choice.locale === locale)?.href ?? '';
      const url = new URL(href, 'https://www.example.com');
      expect(url.hash).toBe(hash === '' ? '' : `#${hash}`);
      expect([...url.searchParams]).toEqual([['lang', locale], ...new URLSearchParams(query)]);
      expect(locate(url.pathname, createRouteTable(it))?.path).toBe('/about-us');
    }),
  );
});

test('what goes along in every link of a page is short, and no pair of it is cut', () => {
  const query = withoutLanguageSwitch('utm_source=mail&'.repeat(1_000));
  expect(query).toBe('&utm_source=mail'.repeat(50));
  // As it stands in markup: a sign of one character has five or six there.
  expect(withoutLanguageSwitch('a&'.repeat(2_000))).toBe('&a'.repeat(166));
  expect(withoutLanguageSwitch(`q=${'a'.repeat(2_000)}`)).toBe('');
});
