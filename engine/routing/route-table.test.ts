import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import { expect, test } from 'vitest';
import { type DocumentInput, makeSite } from '#tests/helpers/make-site.ts';
import { createRouteTable } from './route-table.ts';

const makeTable = (documents: readonly DocumentInput[], start?: string) =>
  createRouteTable(
    makeSite({
      documents,
      config: {
        documents: {
          notFound: 'pages/error/404',
          error: 'pages/error/500',
          denied: 'pages/registration/deny',
          start,
        },
      },
    }),
  );

test('pages are at their route, landings at their slug, the default landing at the root whatever its slug', () => {
  const { routes, paths } = makeTable([
    { id: 'pages/stores', route: '/stores' },
    { id: 'pages/part' },
    { id: 'landings/summer', slug: 'summer' },
    { id: 'landings/arm' },
    { id: DEFAULT_LANDING, slug: 'welcome' },
  ]);
  expect(routes.get('/stores')).toEqual({ kind: 'page', document: 'pages/stores' });
  expect(routes.get('/summer')).toEqual({ kind: 'landing', document: 'landings/summer' });
  expect(routes.get('/')).toEqual({ kind: 'landing', document: 'landings/default' });
  expect(routes.has('/welcome')).toBe(false);
  expect([paths.get('pages/stores'), paths.get('landings/summer'), paths.get(DEFAULT_LANDING)]).toEqual([
    '/stores',
    '/summer',
    '/',
  ]);
  expect([paths.has('pages/part'), paths.has('landings/arm'), routes.has('/undefined')]).toEqual([false, false, false]);
});

test('where two claim an address, pages come before landings, and both keep it as their own', () => {
  const { routes, paths } = makeTable([
    { id: 'landings/stores', slug: 'stores' },
    { id: 'pages/stores', route: '/stores' },
  ]);
  expect(routes.get('/stores')).toEqual({ kind: 'page', document: 'pages/stores' });
  expect([paths.get('pages/stores'), paths.get('landings/stores')]).toEqual(['/stores', '/stores']);
});

test('another landing may answer at the root: it and the default landing have that address', () => {
  const { routes, paths } = makeTable([{ id: 'landings/codes', slug: 'codes' }], 'landings/codes');
  expect(routes.get('/')).toEqual({ kind: 'landing', document: 'landings/codes' });
  expect(routes.get('/codes')).toEqual({ kind: 'landing', document: 'landings/codes' });
  expect([paths.get('landings/codes'), paths.get(DEFAULT_LANDING)]).toEqual(['/', '/']);
});

test('a landing that does not exist answers nowhere', () => {
  const { routes, paths } = makeTable([], 'landings/lost');
  expect([routes.has('/'), paths.has('landings/lost'), paths.get(DEFAULT_LANDING)]).toEqual([false, false, '/']);
});

test('the table is made once per site and names languages by their codes', () => {
  const site = makeSite();
  expect(createRouteTable(site)).toBe(createRouteTable(site));
  expect([...createRouteTable(site).locales]).toEqual(site.config.locales.available.map((locale) => [locale, locale]));
  expect(createRouteTable(makeSite({ deployment: { basePath: '/shop/' } })).base).toBe('/shop');
});
