import { expect, test } from 'vitest';
import { makeSite } from '#tests/helpers/make-site.ts';
import { locate } from './locate.ts';
import { createRouteTable } from './route-table.ts';

const makeTable = (strategy: 'prefix' | 'no_prefix' | 'prefix_except_default', basePath = '/') =>
  createRouteTable(
    makeSite({ config: { locales: { available: ['en', 'de'], default: 'en', strategy } }, deployment: { basePath } }),
  );

test.each([
  ['/', null, '/', '/'],
  ['/about-us', null, '/about-us', '/about-us'],
  ['/de', 'de', '/', '/de'],
  ['/de/', 'de', '/', '/de'],
  ['//de///about-us/', 'de', '/about-us', '/de/about-us'],
  ['/de/de', 'de', '/de', '/de/de'],
  ['/deu/about-us', null, '/deu/about-us', '/deu/about-us'],
  ['/DE/about-us', null, '/DE/about-us', '/DE/about-us'],
  ['/fr/about-us', null, '/fr/about-us', '/fr/about-us'],
])(
  'of %s the prefix is %s and the path %s; the one address that answers is %s',
  (requested, prefix, path, canonical) => {
    expect(locate(requested, makeTable('prefix_except_default'))).toEqual({ prefix, path, canonical });
  },
);

test('where addresses name no language, nothing is a prefix', () => {
  expect(locate('/de/about-us', makeTable('no_prefix'))).toMatchObject({ prefix: null, path: '/de/about-us' });
});

test.each([
  ['/club', null, '/', '/club/'],
  ['/club/', null, '/', '/club/'],
  ['/club/de', 'de', '/', '/club/de'],
  ['/club/de/about-us', 'de', '/about-us', '/club/de/about-us'],
  ['//club//about-us', null, '/about-us', '/club/about-us'],
])(
  'below the base path /club/, %s has the prefix %s and the path %s; %s answers',
  (requested, prefix, path, canonical) => {
    expect(locate(requested, makeTable('prefix', '/club/'))).toEqual({ prefix, path, canonical });
  },
);

test.each([
  ['/de/ueber-uns', 'de', '/de/ueber-uns'],
  ['/de/about-us', 'de', '/de/ueber-uns'],
  ['/de/over-ons/', 'de', '/de/ueber-uns'],
  ['/nl/about-us', 'nl', '/nl/over-ons'],
  ['/fr/ueber-uns', 'fr', '/fr/about-us'],
  ['/ueber-uns', null, '/about-us'],
  ['/about-us', null, '/about-us'],
])('%s is "/about-us" in the language of its prefix, %s, where %s answers', (requested, prefix, canonical) => {
  const addresses = { de: '/ueber-uns', nl: '/over-ons' };
  const site = makeSite({ documents: [{ id: 'pages/about-us', route: '/about-us', addresses }] });
  expect(locate(requested, createRouteTable(site))).toEqual({ prefix, path: '/about-us', canonical });
  const config = { locales: { ...site.config.locales, strategy: 'prefix' as const } };
  const prefixed = makeSite({ documents: [{ id: 'pages/about-us', route: '/about-us', addresses }], config });
  // Without a language in the address, that of the visitor decides.
  expect(locate(requested, createRouteTable(prefixed))?.canonical).toBe(prefix === null ? requested : canonical);
});

test.each(['/', '/de', '/clubs', '/clubhouse/de', '/de/club', 'club', 'club/de', ''])(
  'outside the base path /club/ there is nothing at "%s"',
  (requested) => {
    expect(locate(requested, makeTable('prefix', '/club/'))).toBeNull();
  },
);

test.each(['', 'about-us', 'https://www.example.com/about-us', '*'])('"%s" is not a path', (requested) => {
  expect(locate(requested, makeTable('prefix'))).toBeNull();
});
