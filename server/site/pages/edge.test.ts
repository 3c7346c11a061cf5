import { expect, test } from 'vitest';
import type { PageDecision } from '#engine/decide/types.ts';
import { base, get, start } from '#tests/helpers/page-handler.ts';

const settings = {
  publicOrigin: 'https://www.example.com',
  basePath: '/',
  countryHeader: '',
  hsts: 'subdomains',
  listed: true,
  edgeCache: 'nginx',
  sharedCacheSeconds: 60,
  trustedProxies: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }],
} as const;
const tested: PageDecision = { ...base, personal: true, cacheScope: 'arms', vary: ['Cookie'] };
const asVariations = { 'x-edge-visitor': 'arms', 'x-edge-consent': 'unknown' };

test('A page under an experiment is cached by the edge only, for a minute, under its key', async () => {
  const { port } = await start(() => tested, { settings });
  const cached = await get(port, '/en', asVariations);
  expect(cached.headers).toMatchObject({
    'x-accel-expires': '60',
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Cookie',
    etag: expect.stringMatching(/^W\//),
  });
  const again = await get(port, '/en', { ...asVariations, 'if-none-match': String(cached.headers.etag) });
  expect(again.status).toBe(304);
  expect(again.headers).toMatchObject({ 'x-accel-expires': '60', 'cache-control': 'private, no-cache' });
  const cdn = await start(() => tested, { settings: { ...settings, edgeCache: 'cdn' } });
  expect((await get(cdn.port, '/en', asVariations)).headers).toMatchObject({
    'cdn-cache-control': 'max-age=60',
    'cache-control': 'private, no-cache',
  });
});

test.each<[string, Partial<PageDecision>, Record<string, string>, Partial<typeof settings> | object]>([
  ['for whom the edge takes another visitor', {}, { 'x-edge-visitor': 'program' }, {}],
  ['for an edge that says nothing', {}, {}, {}],
  ['with the banner for an edge that takes it for one without', { facets: { consent: 'refused' } }, asVariations, {}],
  ['for a stranger who passes for the edge', {}, asVariations, { trustedProxies: [] }],
  ['where no edge is configured', {}, asVariations, { edgeCache: '' }],
  ['of a visitor who is to be counted', { cacheScope: undefined }, asVariations, {}],
  ['with a cookie', { cookies: [{ name: 'a', value: 'b', maxAge: 1, httpOnly: true }] }, asVariations, {}],
  ['with a value of its visitor', { values: { inviter: 'Anna' }, variations: ['landings/b'] }, asVariations, {}],
  ['with a token in its address', { confidential: true }, asVariations, {}],
  ['that was refused', { status: 403 }, asVariations, {}],
  ['that read something else of the request', { vary: ['Cookie', 'Accept-Language'] }, asVariations, {}],
])('No cache stores a page under an experiment %s', async (_, more, headers, less) => {
  const { port } = await start(() => ({ ...tested, ...more }), { settings: { ...settings, ...less } });
  const { headers: answered } = await get(port, '/en', headers);
  expect(answered['cache-control']).toBe('private, no-store');
  expect(answered).not.toHaveProperty('x-accel-expires');
});

test('what every cache may keep is stored by the edge for all visitors, unless it reads what no key holds', async () => {
  const page = { ...base, cacheScope: 'everybody', facets: { consent: 'unknown' }, vary: ['Cookie'] } as const;
  const { port } = await start(() => page, { settings });
  const asPerson = { 'x-edge-visitor': 'person', 'x-edge-consent': 'unknown' };
  const lifetime = async (headers: Record<string, string>) =>
    (await get(port, '/en', headers)).headers['x-accel-expires'];
  expect(await lifetime(asPerson)).toBe('60');
  expect(await lifetime(asVariations)).toBe('60');
  expect(await lifetime({ ...asPerson, 'x-edge-consent': 'refused' })).toBeUndefined();
  expect(await lifetime({})).toBeUndefined();
  expect((await get(port, '/en', asPerson)).headers['cache-control']).toMatch(/^public, .*s-maxage=60/);
  const negotiated = await start(() => ({ ...page, vary: ['Accept-Language', 'Cookie'] }), { settings });
  expect((await get(negotiated.port, '/en', asPerson)).headers).not.toHaveProperty('x-accel-expires');
});

test('Behind an edge the language cookie is not renewed with the same value, so that the page can be cached', async () => {
  const lang = { name: 'lang', value: 'de', maxAge: 60, httpOnly: false };
  const page = (): PageDecision => ({ ...base, cookies: [lang], vary: [] });
  const { port } = await start(page, { settings });
  const same = await get(port, '/de', { cookie: 'lang=de' });
  expect(same.headers['cache-control']).toContain('s-maxage=60');
  expect(same.headers['set-cookie']).toBeUndefined();
  expect((await get(port, '/de', { cookie: 'lang=fr' })).headers['set-cookie']).toHaveLength(1);
  const alone = await start(page, { settings: { ...settings, edgeCache: '' } });
  expect((await get(alone.port, '/de', { cookie: 'lang=de' })).headers['set-cookie']).toHaveLength(1);
});
