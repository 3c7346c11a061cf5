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

test.each(['/', '/de', '/clubs', '/clubhouse/de', '/de/club', 'club', 'club/de', ''])(
  'outside the base path /club/ there is nothing at "%s"',
  (requested) => {
    expect(locate(requested, makeTable('prefix', '/club/'))).toBeNull();
  },
);

test.each(['', 'about-us', 'https://www.example.com/about-us', '*'])('"%s" is not a path', (requested) => {
  expect(locate(requested, makeTable('prefix'))).toBeNull();
});
