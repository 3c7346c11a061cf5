import { describe, expect, test } from 'vitest';
import { addCode, bench, request, type TestBackend, unlimited } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';

const ann = 'ann@example.com';
const DENIED = 'pages/registration/deny';
const social = '/de/registration/social-second-step';

/** Where a redirect leads, taken apart. */
const leadsTo = (location: string | null): URL => new URL(location ?? '', 'https://www.example.com');

describe('the way to the waiting list', () => {
  const { start } = bench('sqlite');

  async function demo() {
    const backend = await start({ settings: { limits: unlimited } });
    await backend.members.demo.seed();
    const server = await serveRegistration(backend);
    return { backend, server, visitor: server.visitor() };
  }

  test('leads from a code without a place through the lobby onto the list, and its mail', async () => {
    const { backend, server, visitor } = await demo();
    const denied = await visitor.get('/de/EMPTY-0');
    expect([denied.document, denied.facets, denied.value('rc')]).toEqual([DENIED, { refusal: 'exhausted' }, 'EMPTY-0']);
    const asked = await visitor.submit('enter-lobby', { email: ann, code: 'EMPTY-0' }, '/de/EMPTY-0');
    const { pathname, searchParams } = leadsTo(asked.location);
    expect([asked.status, pathname]).toEqual([303, '/de/lobby']);

    const token = searchParams.get('token') ?? '';
    const lobby = await visitor.get(asked.location ?? '');
    expect([lobby.status, lobby.facets, lobby.value('lobbyEmail')]).toEqual([200, { waitingList: 'none' }, ann]);
    expect(lobby.value('token')).toBe(token);
    expect(Object.fromEntries(lobby.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
    });

    // The token has left the address bar by now.
    const joined = await visitor.submit('join-waiting-list', { token, document: 'pages/lobby' }, '/de/lobby');
    expect([joined.status, joined.location]).toEqual([303, '/de/lobby']);
    const success = await visitor.get('/de/lobby');
    expect([success.status, success.facets, success.value('lobbyEmail')]).toEqual([
      200,
      { waitingList: 'joined' },
      ann,
    ]);
    expect((await backend.outbox.list()).map(({ template, locale, to }) => [template, locale, to])).toEqual([
      ['waiting-list-joined', 'de', ann],
    ]);
    expect((await server.visitor().get('/de/lobby')).status).toBe(403);
    expect(server.log()).not.toContain(token.slice(0, 40));
    expect(server.log()).not.toContain(ann);
  });

  test('is still open on a reload without the token, to its visitor alone and for as long as the token', async () => {
    const { backend, server, visitor } = await demo();
    const token = await makePurposeToken(backend.ports, 'lobby', ann, 600);
    await visitor.get(`/de/lobby?token=${token}`);
    expect(visitor.setCookie).toMatch(/^__Host-session=[^;]+; Path=\/; Max-Age=86400; SameSite=Lax; Secure; HttpOnly$/);
    expect(decodeURIComponent(visitor.setCookie ?? '')).not.toContain(ann);
    const reloaded = await visitor.get('/de/lobby');
    expect([reloaded.status, reloaded.facets, reloaded.value('lobbyEmail')]).toEqual([
      200,
      { waitingList: 'none' },
      ann,
    ]);
    expect(reloaded.headers.get('cache-control')).toBe('private, no-store');
    expect((await visitor.get(social)).status).toBe(403);
    expect((await visitor.get('/de/lobby?token=forged')).status).toBe(403);
    expect((await server.visitor().get('/de/lobby')).status).toBe(403);
    expect(await backend.members.countWaiting()).toBe(0);
    backend.pass(600_000);
    expect((await visitor.get('/de/lobby')).status).toBe(403);
    const late = await visitor.submit('join-waiting-list', { document: 'pages/lobby' }, '/de/lobby');
    expect([late.location, await backend.members.countWaiting()]).toEqual(['/de/registration/deny', 0]);
    expect(server.log()).not.toContain(ann);
  });

  test('can be joined after a reload without the token', async () => {
    const { backend, visitor } = await demo();
    await visitor.get(`/de/lobby?token=${await makePurposeToken(backend.ports, 'lobby', ann, 600)}`);
    const joined = await visitor.submit('join-waiting-list', { document: 'pages/lobby' }, '/de/lobby');
    expect([joined.status, joined.location]).toEqual([303, '/de/lobby']);
    const success = await visitor.get('/de/lobby');
    expect([success.facets, success.value('lobbyEmail')]).toEqual([{ waitingList: 'joined' }, ann]);
    expect(await backend.members.countWaiting()).toBe(1);
  });

  test('is not noted for what opens links before their reader does', async () => {
    const { backend, server } = await demo();
    const token = await makePurposeToken(backend.ports, 'lobby', ann, 600);
    const address = new URL(`/de/lobby?token=${token}`, server.url);
    const requests = [{ method: 'HEAD' }, { headers: { 'sec-purpose': 'prefetch' } }];
    const answers = await Promise.all(requests.map((init) => fetch(address, init)));
    expect(answers.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual([
      [200, null],
      [200, null],
    ]);
  });

  test('begins anew with a token for another address', async () => {
    const { backend, visitor } = await demo();
    const [first, second] = await Promise.all(
      [ann, 'bea@example.com'].map((email) => makePurposeToken(backend.ports, 'lobby', email, 600)),
    );
    await visitor.submit('join-waiting-list', { token: first ?? '' }, '/de/lobby');
    expect((await visitor.get(`/de/lobby?token=${first}`)).facets).toEqual({ waitingList: 'joined' });
    const other = await visitor.get(`/de/lobby?token=${second}`);
    expect([other.facets, other.value('lobbyEmail')]).toEqual([{ waitingList: 'none' }, 'bea@example.com']);
  });

  test.each([
    ['from the address of the code', '/de/EMPTY-0', {}],
    ['from a page that was answered in place', '/de/do/register', { document: DENIED }],
  ])('keeps a wrong address and the code when the form is refused %s', async (_, from, more) => {
    const { visitor } = await demo();
    const answer = await visitor.submit('enter-lobby', { email: 'ann@', code: 'EMPTY-0', ...more }, from);
    expect([answer.status, answer.document, answer.facets]).toEqual([422, DENIED, { refusal: 'exhausted' }]);
    expect(answer.form).toMatchObject({ values: { email: 'ann@' }, errors: { email: 'errors.email' } });
    expect(answer.value('rc')).toBe('EMPTY-0');
  });

  test.each([
    ['GONE-1', 403, 'invalid'],
    ['NOBODY-1', 403, 'invalid'],
    ['LINK-VALID', 403, 'expired'],
  ])('is closed for the code %s', async (code, status, refusal) => {
    const { visitor } = await demo();
    const answer = await visitor.submit('enter-lobby', { email: ann, code, document: DENIED }, '/de/do/register');
    expect([answer.status, answer.facets]).toEqual([status, { refusal }]);
  });

  test('is needed no more when a place has become free', async () => {
    const { visitor } = await demo();
    const answer = await visitor.submit(
      'enter-lobby',
      { email: ann, code: 'ANNA-50', document: DENIED },
      '/de/ANNA-50',
    );
    expect([answer.status, answer.location]).toEqual([303, '/de/ANNA-50']);
  });

  test('is open for the second step of the lean flow, whose code is in its draft', async () => {
    const { backend, visitor } = await demo();
    await addCode(backend, 'LAST-PLACE', 1);
    const first = { email: ann, country: 'DE', code: 'LAST-PLACE', document: 'landings/lean' };
    const next = await visitor.submit('register-step-1', first, '/de/lean');
    const names = { gender: 'woman', firstName: 'Ann', lastName: 'Lee', terms: 'on' };
    // Another person takes the place meanwhile.
    await backend.members.register({
      form: { ...names, terms: true, email: 'first@example.com', country: 'DE', code: 'LAST-PLACE' },
      locale: 'de',
      newsletter: { text: '', version: '' },
      network: '192.0.2.9',
    });
    const refused = await visitor.submit('register-step-2', names, next.location ?? '');
    expect([refused.status, refused.facets, refused.form.values]).toEqual([
      403,
      { refusal: 'exhausted' },
      { email: ann },
    ]);
    expect(refused.value('rc')).toBe('LAST-PLACE');
  });

  const bad: readonly (readonly [string, (backend: TestBackend) => Promise<string>])[] = [
    ['missing', () => Promise.resolve('')],
    ['forged', () => Promise.resolve('eyJhbGciOiJkaXIifQ..a.b.c')],
    ['made for something else', (backend) => backend.members.makeSocialToken(ann)],
    ['too old', (backend) => makePurposeToken(backend.ports, 'lobby', ann, -60)],
  ];

  test.each(bad)('is denied with a token that is %s, to read and to send', async (_, make) => {
    const { backend, visitor } = await demo();
    const token = await make(backend);
    const page = await visitor.get(`/de/lobby?token=${token}`);
    expect([page.status, page.document, page.facets]).toEqual([403, DENIED, { refusal: 'invalid' }]);
    const sent = await visitor.submit('join-waiting-list', { token, document: 'pages/lobby' }, '/de/lobby');
    expect([sent.status, sent.location]).toEqual([303, '/de/registration/deny']);
    expect(await backend.members.countWaiting()).toBe(0);
  });
});

describe('membership interest', () => {
  const { start } = bench('sqlite');
  const apply = { email: ann, document: 'pages/membership-interest/apply' };
  const from = '/de/membership-interest/apply';

  test('is confirmed only to applicants, with a mail that leads into the lobby', async () => {
    const backend = await start();
    const server = await serveRegistration(backend);
    const visitor = server.visitor();
    const early = await visitor.get('/de/membership-interest/confirmation');
    expect([early.status, early.location]).toEqual([302, '/de/membership-interest']);
    const sent = await visitor.submit('apply-for-membership', apply, from);
    expect([sent.status, sent.location]).toEqual([303, '/de/membership-interest/confirmation']);
    const confirmed = await visitor.get(sent.location ?? '');
    expect([confirmed.status, confirmed.value('appliedEmail')]).toEqual([200, ann]);
    const [mail] = await backend.outbox.list();
    const link = /https:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect([mail?.template, mail?.locale, leadsTo(link).pathname]).toEqual(['membership-interest', 'de', '/de/lobby']);
    const { pathname, search } = leadsTo(link);
    expect((await server.visitor().get(pathname + search)).value('lobbyEmail')).toBe(ann);
  });

  test('is answered alike when the same address applies again', async () => {
    const backend = await start();
    const server = await serveRegistration(backend);
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push(await server.visitor().submit('apply-for-membership', apply, from));
    const [first, again] = answers.map(({ status, location, body }) => ({ status, location, body }));
    expect(again).toEqual(first);
    expect(await backend.outbox.list()).toHaveLength(1);
  });

  test('keeps what was typed and says at the field what is wrong', async () => {
    const visitor = (await serveRegistration(await start())).visitor();
    const answer = await visitor.submit('apply-for-membership', { ...apply, email: 'ann' }, from);
    expect([answer.status, answer.document]).toEqual([422, 'pages/membership-interest/apply']);
    expect(answer.form).toEqual({
      form: 'membership-interest',
      values: { email: 'ann' },
      errors: { email: 'errors.email' },
    });
  });

  test('is limited per network', async () => {
    const requestsPerNetwork = { max: 1, windowSeconds: 600 };
    const backend = await start({ settings: { limits: { ...unlimited, requestsPerNetwork } } });
    const server = await serveRegistration(backend);
    await server.visitor().submit('apply-for-membership', apply, from);
    const limited = await server.visitor().submit('apply-for-membership', apply, from);
    expect([limited.status, limited.form.refusal]).toEqual([429, 'refusals.tooMany']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the last step of the social sign-up', () => {
  const { start } = bench('sqlite');

  async function member() {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request({ email: ann }));
    return {
      backend,
      visitor: (await serveRegistration(backend)).visitor(),
      token: await backend.members.makeSocialToken(ann),
    };
  }
  const send = (
    visitor: Awaited<ReturnType<typeof member>>['visitor'],
    token: string,
    preferences: readonly string[],
  ) =>
    visitor.submit(
      'set-preferences',
      new URLSearchParams([
        ['token', token],
        ['document', 'pages/registration/social-second-step'],
        ...preferences.map((value): [string, string] => ['preferences', value]),
      ]),
      social,
    );

  test('keeps what was chosen and says so, also when the page is loaded again without its token', async () => {
    const { backend, visitor, token } = await member();
    const page = await visitor.get(`${social}?token=${token}`);
    expect([page.status, page.facets, page.value('token')]).toEqual([200, { preferences: 'open' }, token]);
    const saved = await send(visitor, token, ['women', 'home']);
    expect([saved.status, saved.location]).toEqual([303, social]);
    expect((await visitor.get(social)).facets).toEqual({ preferences: 'named' });
    expect((await backend.ports.database.db.selectFrom('members').select('preferences').execute())[0]).toEqual({
      preferences: '["home","women"]',
    });
  });

  test('can be sent after a reload without its token, but not with a form for another address', async () => {
    const { backend, visitor, token } = await member();
    await visitor.get(`${social}?token=${await backend.members.makeSocialToken('nobody@example.com')}`);
    expect((await visitor.get(social)).facets).toEqual({ preferences: 'open' });
    const asked = await send(visitor, token, []);
    expect([asked.status, asked.value('token')]).toEqual([422, token]);
    await visitor.get(`${social}?token=${token}`);
    const again = await send(visitor, '', []);
    expect([again.status, again.form.errors]).toEqual([422, { preferences: 'errors.preferences' }]);
    const saved = await send(visitor, '', ['women']);
    expect([saved.status, saved.location]).toEqual([303, social]);
    expect((await visitor.get(social)).facets).toEqual({ preferences: 'named' });
    expect((await visitor.get('/de/lobby')).status).toBe(403);
  });

  test.each([
    ['nothing', [], {}],
    ['what there is not', ['garden', 'men'], { preferences: 'garden\nmen' }],
  ])('asks again after %s', async (_, preferences, values) => {
    const { visitor, token } = await member();
    const answer = await send(visitor, token, preferences);
    expect([answer.status, answer.document]).toEqual([422, 'pages/registration/social-second-step']);
    expect(answer.form.errors).toEqual({ preferences: 'errors.preferences' });
    expect(answer.form.values).toMatchObject(values);
    expect(answer.value('token')).toBe(token);
  });

  test('says that the registration is gone when it is', async () => {
    const { backend, visitor } = await member();
    const answer = await send(visitor, await backend.members.makeSocialToken('nobody@example.com'), ['men']);
    expect([answer.status, answer.form.refusal]).toEqual([422, 'refusals.stepMissing']);
  });

  test('is denied with a lobby token', async () => {
    const { backend, visitor } = await member();
    const token = await makePurposeToken(backend.ports, 'lobby', ann, 600);
    expect((await visitor.get(`${social}?token=${token}`)).status).toBe(403);
    expect((await send(visitor, token, ['men'])).location).toBe('/de/registration/deny');
  });
});
