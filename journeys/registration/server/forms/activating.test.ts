import { describe, expect, test } from 'vitest';
import { addCode, bench, pageEngines, request, tokenFor } from '#tests/helpers/backend.ts';
import { ORIGIN, serveRegistration } from '#tests/helpers/registration-server.ts';

/** Programs that open the links of a mail before its owner does. */
const scanners = [
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; Microsoft Defender; SafeLinks)',
  'BarracudaCentral/1.0',
  'Mozilla/5.0 (compatible; Proofpoint URL Defense)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1',
];

const HOUR = 3_600_000;
const screen = (name: string) => `/de/registration/${name}`;

describe.each(pageEngines)('an activation link on %s', (engine) => {
  const { start } = bench(engine);

  async function registered() {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request({ newsletter: false }));
    return { backend, token: await tokenFor(backend, 'marie@example.com') };
  }

  test('opened by whatever reads mail changes nothing', async () => {
    const { backend, token } = await registered();
    const server = await serveRegistration(backend);
    const path = `${screen('activateaccount')}?token=${token}`;
    for (const userAgent of scanners) {
      for (const method of ['GET', 'HEAD']) {
        const headers = { 'user-agent': userAgent, 'sec-purpose': 'prefetch' };
        const response = await fetch(new URL(path, server.url), { method, headers });
        expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null]);
        expect((await response.text()).length > 0).toBe(method === 'GET');
      }
    }
    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select(['state', 'activated_at']).execute()).toEqual([
      { state: 'pending', activated_at: null },
    ]);
    expect(await db.selectFrom('activation_attempts').selectAll().execute()).toEqual([]);
  });

  test('repeated says that the account is active, to the same person and to any other browser', async () => {
    const { backend, token } = await registered();
    const server = await serveRegistration(backend);
    const visitor = server.visitor();
    const press = () => visitor.submit('activate', { token }, screen('activateaccount'));
    // This registration's page named no voucher.
    expect((await press()).location).toBe(screen('registrationformemailactivecomplete'));
    expect((await press()).location).toBe(screen('registrationformemailactivecomplete'));
    const elsewhere = server.visitor();
    const answer = await elsewhere.submit('activate', { token }, screen('activateaccount'));
    expect(answer.location).toBe(screen('registrationformemailactivecomplete'));
    for (const each of [visitor, elsewhere]) expect((await each.get(answer.location ?? '')).status).toBe(200);
  });

  test('signs its owner in for seven days, with a cookie that no script reads', async () => {
    const { backend, token } = await registered();
    const visitor = (await serveRegistration(backend, { PUBLIC_ORIGIN: ORIGIN })).visitor();
    const press = async () => {
      const { headers } = await visitor.submit('activate', { token }, screen('activateaccount'));
      return headers.getSetCookie().find((cookie) => cookie.startsWith('apollo:default.token='));
    };
    const cookie = (await press()) ?? '';
    expect(cookie.slice(cookie.indexOf(';'))).toBe('; Path=/; Max-Age=604800; SameSite=Lax; Secure; HttpOnly');
    const access = await backend.staff.findAccessGrant(/=([^;]+)/.exec(cookie)?.[1] ?? '');
    const member = await backend.ports.database.db.selectFrom('members').select('id').executeTakeFirst();
    expect(access).toEqual({ role: 'member', subject: member?.id });
    // The browser may have left the first answer unread, but an old mail must not sign the visitor in.
    expect(await press()).toMatch(/^apollo:default\.token=.+Max-Age=604800/);
    backend.pass(HOUR);
    expect(await press()).toBeUndefined();
  });

  test('without an effect signs no visitor in', async () => {
    const { backend, token } = await registered();
    backend.pass(25 * HOUR);
    const visitor = (await serveRegistration(backend)).visitor();
    for (const each of [token, 'nonsense']) {
      const { headers } = await visitor.submit('activate', { token: each }, screen('activateaccount'));
      expect(headers.getSetCookie().join()).not.toContain('apollo:default.token');
    }
  });

  test('that is too old fails, and lets its owner have another one', async () => {
    const { backend, token } = await registered();
    backend.pass(25 * HOUR);
    const visitor = (await serveRegistration(backend)).visitor();
    const failed = await visitor.submit('activate', { token }, screen('activateaccount'));
    expect(failed.location).toBe(`${screen('activateaccountError')}?reason=failed`);
    expect((await visitor.get(failed.location ?? '')).facets).toEqual({ activation: 'failed' });
    const again = await visitor.submit('resend-activation', {}, failed.location ?? '');
    expect(again.location).toBe(`${screen('registrationformemailpendingcomplete')}#sent`);
    const fresh = await tokenFor(backend, 'marie@example.com');
    expect(fresh).not.toBe(token);
    const active = await visitor.submit('activate', { token: fresh }, screen('activateaccount'));
    expect(active.location).toBe(screen('registrationformemailactivecomplete'));
  });

  test('that a newer one replaced points to the newest mail', async () => {
    const { backend, token } = await registered();
    backend.pass(HOUR);
    await backend.members.resendActivation({ token, network: '' });
    const visitor = (await serveRegistration(backend)).visitor();
    const answer = await visitor.submit('activate', { token }, screen('activateaccount'));
    expect(answer.location).toBe(screen('registrationformemailpendingcomplete'));
  });

  test.each(['nonsense', '', 'A'.repeat(43)])('that is none (%j) leads to the error page', async (token) => {
    const { backend } = await registered();
    const visitor = (await serveRegistration(backend)).visitor();
    const answer = await visitor.submit('activate', { token }, screen('activateaccount'));
    expect([answer.status, answer.location]).toEqual([303, screen('activateaccountError')]);
    expect((await visitor.get(screen('activateaccountError'))).facets).toEqual({ activation: 'invalid' });
  });

  test('without its token shows the error page in place', async () => {
    const { backend } = await registered();
    const page = await (await serveRegistration(backend)).visitor().get(screen('activateaccount'));
    expect([page.status, page.document]).toEqual([200, 'pages/registration/activateaccountError']);
  });

  test.each(['gift-voucher', 'registrationformemailactivecomplete'])(
    'that nobody here has used lets nobody see the page %s',
    async (name) => {
      const { backend } = await registered();
      const page = await (await serveRegistration(backend)).visitor().get(screen(name));
      expect([page.status, page.location]).toEqual([302, '/de']);
    },
  );

  test('of an active account leads to the shop after five seconds, when it has an address that the site allows', async () => {
    const { backend, token } = await registered();
    const refresh = async (url: string) => {
      const visitor = (await serveRegistration(backend, { LOGIN_URL: url })).visitor();
      const { location } = await visitor.submit('activate', { token }, screen('activateaccount'));
      return (await visitor.get(location ?? '')).headers.get('refresh');
    };
    expect(await refresh('https://shop.example/login')).toBe('5; url=https://shop.example/login');
    expect(await refresh('https://elsewhere.example/login')).toBeNull();
    expect(await refresh('')).toBeNull();
  });
});
