import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { PageDecision } from '#engine/decide/types.ts';
import { base, get, matched, start } from '#tests/helpers/page-handler.ts';
import { createLoadFacts } from '../load-facts.ts';
import { Skeletons } from '../skeletons.ts';

const claimed = {
  kind: 'claimed',
  prefix: null,
  path: '/X',
  query: '',
  claimedBy: { name: 'invitations' },
  needs: ['session'],
} as const;

test('many who open one invitation get one page, but anyone who brings a session or a token gets their own', async () => {
  const open = { state: 'open', role: 'visitor', journeys: {} } as const;
  const fills = vi.spyOn(Skeletons.prototype, 'fill');
  const { port } = await start(
    ({ cookies, url }) => ({
      ...base,
      variations: ['landings/b'],
      values: { inviter: cookies.name ?? 'Anna' },
      cookies: cookies.lang === undefined ? [] : [{ name: 'lang', value: 'de', maxAge: 60, httpOnly: true }],
      vary: cookies.lang === undefined ? base.vary : ['Cookie'],
      confidential: url.includes('token'),
    }),
    {
      loadFacts: createLoadFacts(
        { session: (_match, { cookies }) => (cookies.name ? open : { state: 'none' }) },
        {},
        () => undefined,
      ),
      match: () => matched(claimed),
    },
  );
  const ask = async (headers: Record<string, string> = {}, path = '/X') => {
    const before = fills.mock.calls.length;
    const { headers: answered, body } = await get(port, path, { 'accept-encoding': 'br', ...headers });
    const text = brotliDecompressSync(body).toString().replaceAll(/ +>/g, '>');
    return { text, answered, filled: fills.mock.calls.length - before };
  };
  expect((await ask()).filled).toBe(1);
  const first = await ask();
  expect([first.filled, first.text]).toEqual([1, expect.stringContaining('<p>Anna</p>')]);
  const second = await ask();
  expect([second.filled, second.text]).toEqual([0, first.text]);
  expect({ ...second.answered, date: '' }).toEqual({ ...first.answered, date: '' });
  expect(second.answered).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Accept-Language, Cookie',
  });
  const remembered = await ask({ cookie: 'lang=de' });
  expect([remembered.filled, remembered.answered['set-cookie']?.length, remembered.answered.vary]).toEqual([
    0,
    1,
    'Accept-Encoding, Cookie',
  ]);
  for (const [path, headers] of [
    ['/X', { cookie: 'name=Bo' }],
    ['/X?token=1', {}],
  ] as const) {
    for (const _visit of [1, 2, 3]) expect((await ask(headers, path)).filled).toBe(1);
    // Nor may their browsers keep it.
    expect((await ask(headers, path)).answered['cache-control']).toBe('private, no-store');
  }
  expect((await ask({ cookie: 'name=Bo' })).text).toContain('<p>Bo</p>');
  fills.mockRestore();
});

test('many who open one link of a campaign get one page, from the second on', async () => {
  const fills = vi.spyOn(Skeletons.prototype, 'fill');
  const { port } = await start(({ url }) => ({
    ...base,
    variations: ['landings/b'],
    values: { inviter: url.slice('/?partner='.length) },
  }));
  const ask = async (partner: string) => {
    const { headers, body } = await get(port, `/?partner=${partner}`);
    return [/<p>(.*)<\/p>/.exec(body.toString())?.[1], headers['cache-control'], fills.mock.calls.length];
  };
  const answers = [];
  for (const partner of ['Anna', 'Anna', 'Bo', 'Anna', 'Bo', 'Bo']) answers.push(await ask(partner));
  expect(answers).toEqual([
    ['Anna', 'private, no-store', 1],
    ['Anna', 'private, no-store', 2],
    ['Bo', 'private, no-store', 3],
    ['Anna', 'private, no-store', 3],
    ['Bo', 'private, no-store', 4],
    ['Bo', 'private, no-store', 4],
  ]);
  fills.mockRestore();
});

test('a page is remembered, what is decided about it never', async () => {
  const greeting = { ...base, variations: ['landings/b'], values: { inviter: 'Anna' } };
  let decision: PageDecision = greeting;
  const { port } = await start(() => decision, { match: () => matched(claimed) });
  const ask = async () => {
    const { status, headers, body } = await get(port, '/X');
    return [status, headers['x-robots-tag'], /<p>(.*)<\/p>/.exec(body.toString())?.[1]];
  };
  for (const _visitor of [1, 2]) expect(await ask()).toEqual([200, undefined, 'Anna']);
  decision = { ...greeting, status: 403, outcome: 'denied', indexable: false };
  expect(await ask()).toEqual([403, 'noindex', 'Anna']);
  decision = { ...greeting, values: { inviter: 'Bo' } };
  expect(await ask()).toEqual([200, undefined, 'Bo']);
});

test('a page names the publication that it is sent with, also one that changed nothing of it', async () => {
  let published = 0;
  const { port } = await start(() => base, { published: () => published });
  const said = async (headers: Record<string, string> = {}) => {
    const { status, headers: answered } = await get(port, '/', headers);
    return [status, answered['x-site-published'], answered.etag];
  };
  const [, , tag = ''] = await said();
  published = 7;
  expect(await said()).toEqual([200, '7', tag]);
  expect(await said({ 'if-none-match': String(tag) })).toEqual([304, '7', tag]);
  published = 0;
  expect(await said()).toEqual([200, '0', tag]);
});
