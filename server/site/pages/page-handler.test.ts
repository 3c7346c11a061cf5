import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decide as decideOn } from '#engine/decide/decide.ts';
import type { Decision, Facts } from '#engine/decide/types.ts';
import { createLoadShedder, sheddingLimits } from '#server/platform/limits/shedding.ts';
import { makeSite } from '#tests/helpers/make-site.ts';
import { base, get, matched, start } from '#tests/helpers/page-handler.ts';
import { createLoadFacts } from './load-facts.ts';
import type { RedirectTarget } from './handler/page-request.ts';
import type { PageHandlerOptions } from './page-handler.ts';
import { PageStore } from './page-store.ts';

test('A page that is the same for all visitors may be cached by an edge', async () => {
  const { port } = await start(() => base);
  const { status, headers, body } = await get(port, '/en', { 'accept-encoding': 'gzip, br' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=0, s-maxage=60, stale-if-error=600',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  });
  expect(brotliDecompressSync(body).toString()).toBe(
    '<!doctype html><html lang="en"><head><title>landings/default</title></head><body><h1>landings/default</h1></body></html>',
  );
});

test('each encoding has its own tag, and a known tag is answered with 304 and no body', async () => {
  const { port } = await start(() => base);
  const br = await get(port, '/en', { 'accept-encoding': 'br' });
  const gzip = await get(port, '/en', { 'accept-encoding': 'gzip' });
  const plain = await get(port, '/en');
  expect(new Set([br.headers.etag, gzip.headers.etag, plain.headers.etag]).size).toBe(3);
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  const known = await get(port, '/en', { 'accept-encoding': 'br', 'if-none-match': br.headers.etag ?? '' });
  expect(known).toMatchObject({ status: 304, body: Buffer.alloc(0), headers: { etag: br.headers.etag } });
  expect((await get(port, '/en', { 'accept-encoding': 'gzip', 'if-none-match': br.headers.etag ?? '' })).status).toBe(
    200,
  );
});

test('a visitor who asks whether the page is new takes nothing from the next one', async () => {
  const { port } = await start(() => base);
  expect((await get(port, '/en', { 'accept-encoding': 'br', 'if-none-match': '*' })).status).toBe(304);
  const { status, body, headers } = await get(port, '/en', { 'accept-encoding': 'br' });
  expect([status, headers['content-length']]).toEqual([200, String(body.length)]);
  expect(brotliDecompressSync(body).toString()).toContain('<h1>landings/default</h1>');
});

test('a page is counted under its route, whatever its variations; a redirect under none', async () => {
  const variations: Decision = { ...base, variations: ['landings/other'], locale: 'de' };
  const redirect: Decision = { kind: 'redirect', status: 302, location: '/en', cookies: [], vary: [], exposures: [] };
  for (const decision of [base, variations, redirect]) {
    const { port, counts } = await start(() => decision);
    await get(port, '/en');
    expect([...counts.routes]).toEqual(
      decision.kind === 'redirect' ? [] : [[`landings/default___${decision.locale}`, 1]],
    );
  }
});

test('HEAD says what GET would, without the page', async () => {
  const { port } = await start(() => base);
  const [get_, head] = [
    await get(port, '/en', { 'accept-encoding': 'br' }),
    await get(port, '/en', { 'accept-encoding': 'br' }, 'HEAD'),
  ];
  expect(head.body.length).toBe(0);
  expect({ ...head.headers, date: '' }).toEqual({ ...get_.headers, date: '' });
});

test('A page with a value of its visitor is sent to this visitor only', async () => {
  const { port } = await start(() => ({ ...base, values: { code: 'A&B"' } }));
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (body: Buffer) => body],
  ] as const) {
    const { headers, body } = await get(port, '/en', { 'accept-encoding': encoding });
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers.etag).toBeUndefined();
    expect(decode(body).toString()).toContain('<input type="hidden" name="code" value="A&amp;B&quot;"></body></html>');
  }
});

test('a value in the middle of a page is put in and compressed for this visitor', async () => {
  const { port } = await start(() => ({ ...base, variations: ['landings/b'], values: { inviter: '<Ann>' } }));
  const { headers, body } = await get(port, '/en', { 'accept-encoding': 'br' });
  expect(headers['cache-control']).toBe('private, no-store');
  expect(brotliDecompressSync(body).toString()).toContain('<p>&lt;Ann&gt;</p>');
});

test('Once the compressed parts of such a page are ready, it is spliced from them and shows the same', async () => {
  const { port } = await start(() => ({ ...base, variations: ['landings/b'], values: { inviter: '<Ann>' } }));
  const first = await get(port, '/en', { 'accept-encoding': 'br' });
  await expect
    .poll(async () => (await get(port, '/en', { 'accept-encoding': 'br' })).body.equals(first.body))
    .toBe(false);
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { body } = await get(port, '/en', { 'accept-encoding': encoding });
    expect(decode(body).toString().replaceAll(/ +>/g, '>')).toBe(brotliDecompressSync(first.body).toString());
  }
});

test('A page whose address has a token reveals it to no other site and is not cached', async () => {
  const { port } = await start(() => ({ ...base, confidential: true }));
  const { headers } = await get(port, '/en');
  expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'private, no-store' });
});

test('an answer that sets a cookie is private; the cookie keeps to the site', async () => {
  const cookies = [
    { name: 'lang', value: 'de', maxAge: 60, httpOnly: true },
    { name: 'x', value: 'a b', maxAge: 0, httpOnly: false },
  ];
  const { port } = await start(() => ({ ...base, cookies }));
  const { headers } = await get(port, '/en');
  expect(headers['cache-control']).toBe('private, no-store');
  expect(headers['set-cookie']).toEqual([
    'lang=de; Path=/; Max-Age=60; SameSite=Lax; Secure; HttpOnly',
    'x=a%20b; Path=/; Max-Age=0; SameSite=Lax; Secure',
  ]);
});

test('a shared cache stores a page no longer than its decision holds', async () => {
  const { port } = await start(({ now }) => ({ ...base, validUntil: now + 20_500 }));
  expect((await get(port, '/en')).headers['cache-control']).toBe('public, max-age=0, s-maxage=20, stale-if-error=0');
});

test('in-app navigation gets the page as JSON, and a redirect as a location', async () => {
  const { port } = await start(({ url }) =>
    url.startsWith('/old')
      ? { kind: 'redirect', status: 302, location: '/en', cookies: [], vary: [], exposures: [] }
      : { ...base, values: { code: 'K' } },
  );
  const page = await get(port, '/en?_nav=1');
  expect(page.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(JSON.parse(page.body.toString())).toEqual({
    title: 'landings/default',
    locale: 'en',
    canonical: 'https://www.example.com/',
    css: '',
    theme: 'day',
    behaviours: [],
    body: '<h1>landings/default</h1><input type="hidden" name="code" value="K">',
  });
  expect(JSON.parse((await get(port, '/old?_nav=1')).body.toString())).toEqual({ location: '/en' });
  expect(await get(port, '/old')).toMatchObject({ status: 302, headers: { location: '/en' } });
});

const next: RedirectTarget = {
  location: '/en?rc=A',
  cookies: [{ name: 'session', value: 'new=', maxAge: null, httpOnly: true, path: '/' }],
};
const preferred = { prefer: 'return=representation', cookie: 'session=old; lang=en', 'accept-encoding': 'br' };

test('a form that leads to a page brings the page, decided as if it had been asked for with the new cookies', async () => {
  const asked: Facts[] = [];
  const { port, counts } = await start(
    (facts) => {
      asked.push(facts);
      return base;
    },
    {},
    next,
  );
  const { status, headers, body } = await get(port, '/en/do/form?_nav=1', preferred, 'POST');
  expect(asked).toMatchObject([
    { method: 'GET', url: '/en?rc=A&_nav=1', navigation: true, cookies: { session: 'new=', lang: 'en' } },
  ]);
  expect([status, headers['content-location'], headers['cache-control']]).toEqual([
    200,
    '/en?rc=A',
    'private, no-store',
  ]);
  expect(headers['set-cookie']).toEqual(['session=new%3D; Path=/; SameSite=Lax; Secure; HttpOnly']);
  expect(JSON.parse(brotliDecompressSync(body).toString())).toMatchObject({ title: 'landings/default' });
  expect([...counts.routes]).toEqual([['landings/default___en', 1]]);
});

test.each([
  [
    'cannot be decided about',
    {
      decide: () => {
        throw new Error('gone');
      },
    },
  ],
  ['cannot be compiled', { pages: new PageStore({ maxBytes: 1e7, compile: () => Promise.reject(new Error('gone')) }) }],
  ['is refused for now', { decide: () => ({ ...base, variations: ['landings/b'] }), loadShedder: () => true }],
])('a form whose page %s gets the address, with its cookies', async (_why, more: Partial<PageHandlerOptions>) => {
  const { port } = await start(() => base, more, next);
  const { status, headers, body } = await get(port, '/en/do/form?_nav=1', preferred, 'POST');
  expect([status, headers['content-location'], JSON.parse(body.toString())]).toEqual([
    200,
    undefined,
    { location: '/en?rc=A' },
  ]);
  expect(headers['set-cookie']).toEqual(['session=new%3D; Path=/; SameSite=Lax; Secure; HttpOnly']);
});

test('a form that leads away from the pages gets the address', async () => {
  for (const location of ['https://accounts.example/', '/graphql', `/${'a'.repeat(8_200)}`]) {
    const { port } = await start(() => base, {}, { ...next, location });
    const { body } = await get(port, '/en/do/form?_nav=1', preferred, 'POST');
    expect(JSON.parse(body.toString())).toEqual({ location });
  }
});

test('pages answer GET and HEAD only', async () => {
  const { port } = await start(() => base);
  const { status, headers } = await get(port, '/en', {}, 'POST');
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('a URL that does not read is decided about like any other, an oversized one is refused, and the server goes on', async () => {
  const { port } = await start(() => base);
  for (const url of ['/%E0%A4%A', '/a%00b', '/en?x=50%', `/en?x=${'a'.repeat(8_000)}`])
    expect((await get(port, url)).status, url).toBe(200);
  expect((await get(port, `/${'a'.repeat(8_200)}`)).status).toBe(414);
  expect((await get(port, '/en')).status).toBe(200);
});

test('what belongs to the router is left to it, with and without a language', async () => {
  const { port } = await start(() => base);
  for (const path of ['/assets/a.js', '/livez', '/api/x?y=1', '/de/do/register'])
    expect((await get(port, path)).status).toBe(299);
  for (const path of ['/', '/assetsx', '/en/about']) expect((await get(port, path)).status).toBe(200);
});

test('below a base path its root is a page without the slash too, which it is led to; nothing beside it is', async () => {
  const settings = {
    publicOrigin: 'https://www.example.com',
    basePath: '/acquisition/',
    countryHeader: '',
    hsts: 'subdomains' as const,
    edgeCache: '' as const,
    sharedCacheSeconds: 60,
    listed: true,
    trustedProxies: [],
  };
  const below = makeSite({ deployment: { basePath: '/acquisition/' } });
  const { port } = await start((facts) => decideOn(facts, below), { settings });
  for (const [path, location] of [
    ['/acquisition', '/acquisition/'],
    ['/acquisition?rc=ANNA-50', '/acquisition/?rc=ANNA-50'],
    ['/acquisition&rc=ANNA-50', '/acquisition/?rc=ANNA-50'],
  ] as const) {
    const { status, headers } = await get(port, path);
    expect([status, headers.location]).toEqual([308, location]);
  }
  for (const path of ['/', '/acquisitions', '/about-us']) expect((await get(port, path)).status).toBe(299);
});

test('a failing decision becomes the site’s page for errors, and the server goes on', async () => {
  let broken = true;
  const { port, counts } = await start(() => {
    if (broken) throw new Error('A guard broke.');
    return base;
  });
  const failed = await get(port, '/en', { 'x-correlation-id': 'abc-1' });
  expect(failed.status).toBe(500);
  expect(failed.body.toString()).toContain('<h1>pages/error</h1>');
  expect(failed.headers).toMatchObject({
    'x-correlation-id': 'abc-1',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
  });
  broken = false;
  expect((await get(port, '/en')).status).toBe(200);
  expect([...counts]).toContainEqual({ answer: 'error', status: 500, count: 1 });
});

test('when not even the page for errors can be made, a small built-in page is sent', async () => {
  const pages = new PageStore({ maxBytes: 1e6, compile: () => Promise.reject(new Error('Nothing renders.')) });
  const { port } = await start(() => base, { pages });
  const { status, headers, body } = await get(port, '/en');
  expect(status).toBe(500);
  expect(body.toString()).toContain('500 Internal Server Error');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('in development the built-in page has the client that reloads it, and no policy that blocks it', async () => {
  const pages = new PageStore({ maxBytes: 1e6, compile: () => Promise.reject(new Error('Nothing renders.')) });
  const { port } = await start(() => base, { pages, builtInHead: () => '<script src="/client"></script>' });
  const failed = await get(port, '/en');
  expect(failed.status).toBe(500);
  expect(failed.body.toString()).toContain('<script src="/client"></script></head>');
  expect(failed.headers['content-security-policy']).toBeUndefined();
});

test('a correlation id comes back with a visitor’s own page alone, and never one that could forge a log line', async () => {
  const own = await start(() => ({ ...base, personal: true }));
  expect((await get(own.port, '/en', { 'x-correlation-id': 'ok-1' })).headers['x-correlation-id']).toBe('ok-1');
  expect((await get(own.port, '/en', { 'x-correlation-id': 'a b{}' })).headers['x-correlation-id']).toBeUndefined();
  const shared = await start(() => base);
  expect((await get(shared.port, '/en', { 'x-correlation-id': 'ok-1' })).headers['x-correlation-id']).toBeUndefined();
});

test('a look-up that hangs is unknown after its time, and the page is still sent', async () => {
  const loadFacts = createLoadFacts({ session: () => new Promise(() => undefined) }, {}, () => undefined);
  const seen: unknown[] = [];
  const { port } = await start(
    (facts) => {
      seen.push(facts.session);
      return base;
    },
    { loadFacts, match: () => matched({ kind: 'claimed', prefix: null, path: '/X', query: '', needs: ['session'] }) },
  );
  expect((await get(port, '/X')).status).toBe(200);
  expect(seen).toEqual([{ state: 'unknown' }]);
});

test('a country is believed only from a trusted proxy; others are placed by their own address', async () => {
  const seen: unknown[] = [];
  const decide = (facts: Facts): Decision => {
    seen.push(facts.country);
    return base;
  };
  const settings = {
    publicOrigin: 'https://www.example.com',
    basePath: '/',
    countryHeader: 'cf-ipcountry',
    edgeCache: '',
    sharedCacheSeconds: 60,
    hsts: 'subdomains',
    listed: true,
  } as const;
  const forged = { 'cf-ipcountry': 'SE', 'x-forwarded-for': '194.25.0.1' };
  const trusting = await start(decide, {
    settings: { ...settings, trustedProxies: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }] },
  });
  await get(trusting.port, '/en', forged);
  await get(trusting.port, '/en', { 'x-forwarded-for': '192.0.2.7, 194.25.0.1, 127.0.0.9' });
  const careful = await start(decide, {
    settings: { ...settings, trustedProxies: [{ address: '10.0.0.0', prefix: 8, family: 'ipv4' }] },
  });
  await get(careful.port, '/en', forged);
  expect(seen).toEqual(['SE', 'DE', null]);
});

test('no visitor ever sees the value of another one, however their requests interleave', async () => {
  const { port } = await start(({ cookies }) => ({ ...base, values: { code: cookies.who ?? '' } }));
  const visits = Array.from({ length: 400 }, async (_, i) => {
    const { body } = await get(port, '/en', { cookie: `who=visitor-${i}`, 'accept-encoding': i % 2 ? 'br' : 'gzip' });
    const text = (i % 2 ? brotliDecompressSync(body) : gunzipSync(body)).toString();
    return text.match(/visitor-\d+/g)?.join() === `visitor-${i}`;
  });
  expect((await Promise.all(visits)).filter((own) => !own)).toEqual([]);
});

test('bytes that are no HTTP close that connection only', async () => {
  const { port } = await start(() => base);
  const noise = connect(port, '127.0.0.1', () => noise.write('\x16\x03\x01garbage\r\n\r\n'));
  await new Promise((done) => noise.on('close', done).resume());
  expect((await get(port, '/en')).status).toBe(200);
});

test('a process that cannot keep up refuses pages that cost something and sends ready ones', async () => {
  let delay = 0;
  let decision = base;
  const { port, counts } = await start(() => decision, { loadShedder: createLoadShedder(() => delay) });
  expect((await get(port, '/en')).status).toBe(200);
  delay = sheddingLimits.pages + 1;
  expect((await get(port, '/en')).status).toBe(200);
  for (const costly of [
    { ...base, values: { code: 'ABC' } },
    { ...base, locale: 'de' as const },
  ]) {
    decision = costly;
    const { status, headers, body } = await get(port, '/en');
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(body.toString()).toContain('Please try again in a little while.');
  }
  expect([...counts]).toContainEqual({ answer: 'error', status: 503, count: 2 });
  delay = sheddingLimits.pages;
  expect((await get(port, '/en')).status).toBe(200);
});
