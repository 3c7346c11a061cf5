import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildHref } from '#engine/routing/links.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { riddles } from '#tests/helpers/riddles.ts';
import { match } from './match.ts';

const documents = [
  { id: 'landings/summer', slug: 'summer' },
  { id: 'landings/arm' },
  { id: 'pages/solved', route: '/solved', guards: [{ name: 'solved' }] },
  { id: 'pages/registration/activateaccountError', route: '/registration/activateaccountError' },
  { id: 'pages/admin/waitinglist', route: '/admin/waitinglist', guards: [{ name: 'admin' }] },
] as const;
const site = makeSite({ documents, journeys: [riddles] });

test.each([
  [
    'M1: the root is the default landing',
    '/',
    { kind: 'landing', document: 'landings/default', prefix: null, path: '/' },
  ],
  ['M1: a route is a page', '/about-us', { kind: 'page', document: 'pages/about-us', prefix: null, path: '/about-us' }],
  ['M1: a slug is a landing', '/summer?utm=x', { kind: 'landing', document: 'landings/summer', path: '/summer' }],
  [
    'M2: a prefix names the language',
    '/de',
    { kind: 'landing', document: 'landings/default', prefix: 'de', path: '/' },
  ],
  [
    'M2: the default language may be named too',
    '/en/about-us',
    { kind: 'page', document: 'pages/about-us', prefix: 'en' },
  ],
  ['M2: a prefix in lower case is one', '/de/DE', { kind: 'not-found', prefix: 'de', path: '/DE' }],
  ['M5: guards say what must be looked up', '/solved', { kind: 'page', needs: ['session'] }],
  ['M5: the admin guard needs the session', '/admin/waitinglist', { kind: 'page', needs: ['session'] }],
  ['M6: routes keep their capitals', '/registration/activateaccountError', { kind: 'page' }],
  ['M7: slashes too many do not change the page', '//de//about-us/', { kind: 'page', prefix: 'de', path: '/about-us' }],
  ['M8: reserved prefixes are never pages or codes', '/assets', { kind: 'not-found', needs: [] }],
  ['M8: the 404 page of client navigation is answered in place', '/acquisition/error/404', { kind: 'not-found' }],
  ['M8: forms below a prefix are reserved as well', '/de/graphql', { kind: 'not-found', needs: [] }],
  ['M8: only whole segments are reserved', '/apiary', { kind: 'not-found', path: '/apiary' }],
  ['M9: malformed escapes are just not found', '/%E0%A4%A', { kind: 'not-found', path: '/%E0%A4%A' }],
  ['M9: a URL without a leading slash is not found', 'about-us', { kind: 'not-found', path: '/about-us' }],
  ['M13: a sentence ends after a slug', '/summer.', { kind: 'landing', document: 'landings/summer', path: '/summer' }],
  [
    'M13: a query may have lost its question mark',
    '/de/summer&utm_source=x?a=1',
    { kind: 'landing', document: 'landings/summer', prefix: 'de', path: '/summer', query: 'utm_source=x&a=1' },
  ],
  ['M13: so may that of the root', '/&a=1', { kind: 'landing', document: 'landings/default', query: 'a=1' }],
  ['M13: and that of a language', '/de&amp;a=1', { prefix: 'de', path: '/', query: 'a=1' }],
  ['M13: or have it escaped', '/about-us%3Fa%3D50%25', { document: 'pages/about-us', query: 'a=50%' }],
  ['M13: escapes may come twice', '/about-us%2520', { document: 'pages/about-us' }],
  ['M13: dashes and marks that show nothing are cleaned', '/about%E2%80%93us%E2%80%8B', { document: 'pages/about-us' }],
  ['M13: and those of a query twice', '/about-us%253Fa%253D1', { document: 'pages/about-us', query: 'a=1' }],
  ['M13: a query may be escaped as a whole', '/?a%3D1%26b%3D50%25', { query: 'a=1&b=50%25' }],
  ['M13: a hash may be escaped', '/about-us%23top', { document: 'pages/about-us', path: '/about-us', query: '' }],
  ['M13: a full stop may follow the slash', '/de/about-us/.', { document: 'pages/about-us', prefix: 'de' }],
  ['M13: a slug may be in capitals', '/Summer?a=B', { document: 'landings/summer', path: '/summer', query: 'a=B' }],
  ['M13: so may its language, with a comma', '/DE/SUMMER,', { document: 'landings/summer', prefix: 'de' }],
  ['M13: nothing but punctuation is no page', '/%', { kind: 'not-found', path: '/%' }],
  ['M13: ampersands may be those of markup', '/?a=1&amp;b=2', { query: 'a=1&b=2' }],
  ['M13: nothing reserved is found so', '/graphql.', { kind: 'not-found', path: '/graphql.' }],
])('%s', (_, url, expected) => {
  const found = match(url, site);
  expect(found).toMatchObject(expected);
});

test('M1: a page keeps its route from a landing with the same slug', () => {
  const rivals = makeSite({ documents: [{ id: 'landings/about', slug: 'about-us' }] });
  expect(match('/about-us', rivals)).toMatchObject({ kind: 'page', document: 'pages/about-us' });
});

test('M13: what is written so goes before what it might mean', () => {
  const rivals = makeSite({ documents: [{ id: 'landings/dot', slug: 'about-us.' }] });
  expect(match('/about-us.', rivals)).toMatchObject({ document: 'landings/dot' });
  expect(match('/about-us,', rivals)).toMatchObject({ document: 'pages/about-us' });
});

test('M13: what is deeper than any page is not cleaned', () => {
  expect(match('/about-us.', site)).toMatchObject({ document: 'pages/about-us' });
  expect(match(`/about-us.${'/.'.repeat(16)}`, site)).toMatchObject({ kind: 'not-found' });
});

test('M13: cleaning never leads off the site, and what was not found keeps its address', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('//', '/\\', '/%2F%2F', '/%5C', '/'), (text, before) => {
      const url = before + text;
      const found = match(url, site);
      expect(found.kind === 'not-found' || /^\/(?![/\\])/.test(found.path)).toBe(true);
    }),
  );
});

test('M5: a variant needs what its base needs, because its base may be shown instead', () => {
  const variant = { id: 'landings/variant', slug: 'variant', bases: ['landings/members'] };
  const guarded = makeSite({
    documents: [variant, { id: 'landings/members', guards: [{ name: 'solved' }] }],
    journeys: [riddles],
  });
  expect(match('/variant', guarded).needs).toEqual(['session']);
});

test('M10: below a base path only its paths are pages', () => {
  const based = makeSite({ deployment: { basePath: '/club/' } });
  expect(match('/club/de/about-us', based)).toMatchObject({
    document: 'pages/about-us',
    prefix: 'de',
    path: '/about-us',
  });
  expect(match('/club', based)).toMatchObject({ document: 'landings/default', path: '/' });
  expect(match('/club/acquisition/error/404', based)).toMatchObject({ kind: 'not-found' });
  expect(match('/about-us', based)).toMatchObject({ kind: 'not-found', path: '/about-us' });
  expect(match('/clubs/about-us', based)).toMatchObject({ kind: 'not-found' });
});

test('M11: without prefixes a language in the path is an ordinary segment', () => {
  const flat = makeSite({ config: { locales: { available: [...locales], default: 'en', strategy: 'no_prefix' } } });
  expect(match('/de/about-us', flat)).toMatchObject({ kind: 'not-found', prefix: null, path: '/de/about-us' });
});

test('M12: every link leads back to its document and language, under every strategy and base path', () => {
  const ids = ['landings/default', 'landings/summer', 'pages/about-us', 'pages/error/404', 'pages/solved'];
  const query = fc.oneof(fc.constant(''), fc.webQueryParameters());
  fc.assert(
    fc.property(
      fc.constantFrom('prefix', 'no_prefix', 'prefix_except_default'),
      fc.constantFrom('/', '/club/', '/de/', '/a/b/'),
      fc.constantFrom(...locales),
      fc.constantFrom(...ids),
      query,
      (strategy, basePath, locale, document, search) => {
        const it = makeSite({
          documents,
          journeys: [riddles],
          config: { locales: { available: [...locales], default: 'en', strategy } },
          deployment: { basePath },
        });
        const found = match(buildHref(it, { document, locale, query: search }), it);
        expect(found.document).toBe(document);
        expect(found.prefix ?? (strategy === 'no_prefix' ? locale : 'en')).toBe(locale);
      },
    ),
  );
});
