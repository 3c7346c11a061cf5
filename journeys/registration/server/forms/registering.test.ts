import { describe, expect, test } from 'vitest';
import { addCode, balance, bench, pageEngines, testSite, tokenFor, unlimited } from '#tests/helpers/backend.ts';
import { makeBlock } from '#tests/helpers/make-site.ts';
import { ORIGIN, serveRegistration } from '#tests/helpers/registration-server.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';
import { readSession } from '#server/site/sessions/session.ts';

const HOUR = 3_600_000;
const marie = {
  gender: 'woman',
  firstName: 'Marie',
  lastName: 'd’Été',
  email: 'Marie@example.com',
  country: 'FR',
  newsletter: 'on',
  terms: 'on',
  code: 'PLACES',
};

describe.each(pageEngines)('a registration on %s', (engine) => {
  const { start, location } = bench(engine);

  test('leads from the code to the active account, in the language of the form', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveRegistration(backend)).visitor();

    const code = await visitor.submit('check-code', { code: 'places' }, '/fr');
    expect([code.status, code.location]).toEqual([303, '/fr?rc=PLACES']);
    const landing = await visitor.get('/fr?rc=PLACES');
    expect(landing.facets).toEqual({ code: 'known', inviter: 'known' });
    expect([landing.value('code'), landing.value('name')]).toEqual(['PLACES', 'Anna']);

    const registered = await visitor.submit('register', marie, '/fr?rc=PLACES');
    expect([registered.status, registered.location]).toEqual([303, '/fr/registration/formfinished']);
    expect(visitor.setCookie).toMatch(/^__Host-session=[^;]+; Path=\/; Max-Age=86400; SameSite=Lax; Secure; HttpOnly$/);
    expect(decodeURIComponent(visitor.setCookie ?? '')).not.toMatch(/marie|example\.com/i);
    const finished = await visitor.get('/fr/registration/formfinished');
    expect([finished.value('email'), finished.value('hours')]).toEqual(['Marie@example.com', '24\u00A0heures']);
    expect(finished.headers.get('cache-control')).toBe('private, no-store');

    const token = await tokenFor(backend, 'Marie@example.com');
    const link = `/fr/registration/activateaccount?token=${token}`;
    for (let opened = 0; opened < 3; opened += 1) expect((await visitor.get(link)).value('token')).toBe(token);
    expect(await balance(backend, 'PLACES')).toMatchObject({ pending: 1, active: 0 });
    const page = await visitor.get(link);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
    });

    const active = await visitor.submit('activate', { token }, link);
    expect([active.status, active.location]).toEqual([303, '/fr/registration/gift-voucher']);
    expect(await balance(backend, 'PLACES')).toMatchObject({ pending: 0, active: 1 });
    const voucher = await visitor.get('/fr/registration/gift-voucher');
    expect(voucher.value('voucherCode')).toMatch(/^(?:[0-9A-Z]{4}-?){3}$/);
    expect(voucher.value('voucherPercent')).toMatch(/^15\s%$/u);
    expect(voucher.value('voucherMinimum')).toMatch(/^100\s€$/u);
    expect(voucher.value('voucherUntil')).toBe('4\u00A0décembre\u00A02026');
  });

  test('stores the newsletter’s words as the visitor read them', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await (await serveRegistration(backend)).visitor().submit('register', marie, '/it?rc=PLACES');
    const consents = await backend.ports.database.db.selectFrom('newsletter_consents').selectAll().execute();
    expect(consents.map(({ text, locale }) => [text, locale])).toEqual([['Write to me (it). Once a week.', 'it']]);
  });

  test('stores the versions of the policies that its form showed, and those of the country where the form says none that there was', async () => {
    const known = (policy: string, version: string): boolean => `${policy} ${version}` === 'terms 2026-11-22';
    const backend = await start({ site: { ...testSite, hasPolicyVersion: known } });
    await addCode(backend, 'PLACES', 2);
    const { db } = backend.ports.database;
    const server = await serveRegistration(backend);
    const stored = async (accepted: string) => {
      await server
        .visitor()
        .submit(
          'register',
          { ...marie, country: 'CH', email: `${accepted}@example.com`.replace(':', '.'), accepted },
          '/de?rc=PLACES',
        );
      const rows = await db.selectFrom('policy_acceptances').select(['policy', 'version', 'country']).execute();
      await db.deleteFrom('policy_acceptances').execute();
      return rows.toSorted((one, other) => one.policy.localeCompare(other.policy));
    };
    const privacy = { policy: 'privacy', version: '2026-11-01', country: 'CH' };
    expect(await stored('terms:2026-11-22')).toEqual([
      privacy,
      { policy: 'terms', version: '2026-11-22', country: 'CH' },
    ]);
    expect(await stored('terms:1999-01-01')).toEqual([
      privacy,
      { policy: 'terms', version: '2026-11-01', country: 'CH' },
    ]);
  });

  test('sent twice at once is one registration, one mail and the same answer', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveRegistration(backend)).visitor();
    await visitor.submit('register', { ...marie, email: '' }, '/de?rc=PLACES');
    const answers = await Promise.all([1, 2, 3].map(() => visitor.submit('register', marie, '/de?rc=PLACES')));
    expect(answers.map((answer) => answer.location)).toEqual(Array(3).fill('/de/registration/formfinished'));
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 1, free: 0, pending: 1, active: 0 });
    expect(await backend.outbox.list()).toHaveLength(1);
  });

  test('begins once the browser has the form key: a lost response is repeated to this browser only', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    const server = await serveRegistration(backend);
    const post = (path: string, cookie = ''): Promise<Response> =>
      fetch(new URL(path, server.url), {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin', referer: `${ORIGIN}/de?rc=PLACES`, cookie },
        body: new URLSearchParams(marie),
      });
    const asked = await post('/de/do/register');
    expect([asked.status, asked.headers.get('location')]).toEqual([307, '/de/do/register?again=1']);
    const [set = ''] = asked.headers.getSetCookie();
    expect(set).toMatch(/^__Host-form-key=[\w-]{22}; Path=\/; Max-Age=86400; SameSite=Lax; Secure; HttpOnly$/);
    expect(await backend.ports.database.db.selectFrom('members').select('id').execute()).toEqual([]);

    const cookie = set.split(';', 1)[0] ?? '';
    const readScreen = async (answer: Promise<Response>) => {
      const { headers } = await answer;
      const session = readSession(backend.ports, readCookies(headers.getSetCookie().join('; ')), true);
      return [headers.get('location'), session.registration !== undefined];
    };
    const finished = ['/de/registration/formfinished', true];
    expect(await readScreen(post('/de/do/register?again=1', cookie))).toEqual(finished);
    // The answer was lost; another tab, or Back, sends the same form.
    expect(await readScreen(post('/de/do/register', cookie))).toEqual(finished);
    const pending = ['/de/registration/registrationformemailpendingcomplete', false];
    expect(await readScreen(post('/de/do/register', '__Host-form-key=AAAAAAAAAAAAAAAAAAAAAA'))).toEqual(pending);
    // A browser that keeps no cookies.
    expect(await readScreen(post('/de/do/register?again=1'))).toEqual(pending);
    expect(await backend.outbox.list()).toHaveLength(1);
  });

  test('whose landing has the next step in a dialog stays there', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveRegistration(backend)).visitor();
    const answer = await visitor.submit('register', marie, '/de/dialog?rc=PLACES');
    expect(answer.location).toBe('/de/dialog');
    const dialog = await visitor.get('/de/dialog');
    expect(dialog.facets).toEqual({ code: 'unknown', registration: 'finished' });
    expect(dialog.value('email')).toBe('Marie@example.com');
  });

  test('may change its address and have the mail sent once more', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveRegistration(backend)).visitor();
    await visitor.submit('register', marie, '/de?rc=PLACES');
    const from = '/de/registration/formfinished';
    const wrong = await visitor.submit('change-email', { email: 'nonsense' }, from);
    expect([wrong.status, wrong.document]).toEqual([422, 'pages/registration/formfinished']);
    expect(wrong.form).toEqual({
      form: 'change-email',
      values: { email: 'nonsense' },
      errors: { email: 'errors.email' },
    });
    expect((await visitor.submit('change-email', { email: 'new@example.com' }, from)).location).toBe(from);
    expect((await visitor.get(from)).value('email')).toBe('new@example.com');
    backend.pass(HOUR);
    expect((await visitor.submit('resend-activation', {}, from)).location).toBe(`${from}#sent`);
    const mails = await backend.outbox.list();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['Marie@example.com', 'new@example.com', 'new@example.com']);
  });

  test('of an address whose account waits lets its mail be sent once more, to the address on record alone', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    const server = await serveRegistration(backend);
    await server.visitor().submit('register', marie, '/de?rc=PLACES');
    const visitor = server.visitor();
    const waits = '/de/registration/registrationformemailpendingcomplete';
    const again = () => visitor.submit('resend-activation', { told: 'on' }, waits);
    // The account is still unknown.
    expect((await again()).form.refusal).toBe('refusals.stepMissing');
    await visitor.submit('register', { ...marie, email: 'own@example.com' }, '/de?rc=PLACES');
    await visitor.submit('register', { ...marie, firstName: 'Maria', email: 'marie@EXAMPLE.com' }, '/de?rc=PLACES');
    backend.pass(HOUR);
    expect((await again()).location).toBe(`${waits}#sent`);
    const mails = async () => (await backend.outbox.list()).map(({ to }) => to).toSorted();
    expect(await mails()).toEqual(['Marie@example.com', 'Marie@example.com', 'own@example.com']);
    // The page of the visitor's own registration means that one.
    await visitor.submit('resend-activation', {}, '/de/registration/formfinished');
    expect(await mails()).toHaveLength(4);
    expect((await mails()).at(-1)).toBe('own@example.com');
  });

  test('of an address with an account has a screen of its own', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    const server = await serveRegistration(backend);
    await server.visitor().submit('register', marie, '/de?rc=PLACES');
    const other = { ...marie, firstName: 'Maria' };
    const pending = await server.visitor().submit('register', other, '/de?rc=PLACES');
    expect(pending.location).toBe('/de/registration/registrationformemailpendingcomplete');
    await backend.members.activate({ token: await tokenFor(backend, 'Marie@example.com'), network: '' });
    const visitor = server.visitor();
    const active = await visitor.submit('register', other, '/de?rc=PLACES');
    expect(active.location).toBe('/de/registration/registrationformemailactivecomplete');
    expect((await visitor.get(active.location ?? '')).status).toBe(200);
  });

  test('is not lost when its address is changed to one with an account', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    const server = await serveRegistration(backend);
    await server.visitor().submit('register', marie, '/de?rc=PLACES');
    await backend.members.activate({ token: await tokenFor(backend, 'Marie@example.com'), network: '' });
    const visitor = server.visitor();
    const from = '/de/registration/formfinished';
    await visitor.submit('register', { ...marie, email: 'own@example.com' }, '/de?rc=PLACES');
    const taken = await visitor.submit('change-email', { email: 'marie@example.com' }, from);
    expect(taken.location).toBe('/de/registration/registrationformemailactivecomplete');
    expect((await visitor.get(taken.location ?? '')).status).toBe(200);
    expect((await visitor.get(from)).value('email')).toBe('own@example.com');
  });

  test('of an address with an account looks like any other where only the mail may say so', async () => {
    const backend = await start({ settings: { accountEnumeration: 'prevent' } });
    await addCode(backend, 'PLACES', 5);
    const server = await serveRegistration(backend, { ACCOUNT_ENUMERATION: 'prevent' });
    const first = server.visitor();
    const second = server.visitor();
    const [fresh, known] = [
      await first.submit('register', marie, '/de?rc=PLACES'),
      await second.submit('register', { ...marie, firstName: 'Maria' }, '/de?rc=PLACES'),
    ];
    expect([known.status, known.location]).toEqual([fresh.status, fresh.location]);
    expect(second.setCookie?.length).toBe(first.setCookie?.length);
    const pages = await Promise.all([first, second].map((visitor) => visitor.get('/de/registration/formfinished')));
    // Blanks that fill up a ready page depend on how far its preparation is, not on the visitor.
    const [freshBody, knownBody] = pages.map(({ body }) => body.replaceAll(/ +>/g, '>'));
    expect(knownBody).toBe(freshBody);
  });

  test('in two steps keeps its draft on the server, and needs the first step', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const server = await serveRegistration(backend);
    const { email, country, code, terms, newsletter: _box, ...names } = marie;
    const visitor = server.visitor();
    const one = await visitor.submit('register-step-1', { email, country, code }, '/sv/lean?rc=PLACES');
    expect(one.location).toBe('/sv/registration/formstarted');
    for (const language of ['sv', 'pl', 'sv']) {
      const two = await visitor.get(`/${language}/registration/formstarted`);
      expect([two.status, two.value('email')]).toEqual([200, email]);
    }
    const first = { form: 'registration-step-1', values: { email, country, code }, errors: {} };
    for (const language of ['sv', 'pl', 'sv']) {
      const back = await visitor.get(`/${language}/lean?rc=PLACES`);
      expect([back.status, back.form, back.facets]).toEqual([200, first, { code: 'known' }]);
      expect(back.headers.get('cache-control')).toBe('private, no-store');
    }
    const other = await server.visitor().get('/sv/lean');
    expect([other.form, other.headers.get('cache-control')]).toEqual([{}, expect.stringContaining('public')]);
    const refused = await visitor.submit('register-step-2', { ...names, lastName: '' }, '/sv/registration/formstarted');
    expect([refused.status, refused.document]).toEqual([422, 'pages/registration/formstarted']);
    expect(refused.form).toMatchObject({
      values: { firstName: 'Marie', gender: 'woman' },
      errors: { lastName: 'errors.lastName' },
    });
    const done = await visitor.submit('register-step-2', { ...names, terms }, '/sv/registration/formstarted');
    expect(done.location).toBe('/sv/registration/formfinished');
    expect((await visitor.get('/sv/registration/formstarted')).location).toBe('/sv');
    expect((await visitor.get('/sv/lean')).form).toEqual({});

    const stranger = server.visitor();
    expect((await stranger.get('/sv/registration/formstarted')).location).toBe('/sv');
    expect((await stranger.submit('register-step-2', names, '/sv/registration/formstarted')).location).toBe(
      '/sv/registration/formstarted',
    );
  });

  test('in two steps agrees to the newsletter where its box was seen last', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 4);
    const server = await serveRegistration(backend);
    const { email: _email, newsletter: box, ...person } = marie;
    for (const [email, first, second] of [
      ['both@example.com', box, box],
      ['first@example.com', box, undefined],
      ['second@example.com', undefined, box],
      ['none@example.com', undefined, undefined],
    ] as const) {
      const visitor = server.visitor();
      const ticked = (newsletter: string | undefined) => ({ ...person, email, ...(newsletter && { newsletter }) });
      await visitor.submit('register-step-1', ticked(first), '/de/lean');
      const done = await visitor.submit('register-step-2', ticked(second), '/de/registration/formstarted');
      expect(done.location).toBe('/de/registration/formfinished');
    }
    const { db } = backend.ports.database;
    const consents = await db.selectFrom('newsletter_consents').select('email_canonical').execute();
    expect(consents.map(({ email_canonical }) => email_canonical).toSorted()).toEqual([
      'both@example.com',
      'second@example.com',
    ]);
  });

  test('begun below a code finds its first step again there, with a code that is refused by now at its field', async () => {
    const backend = await start();
    await addCode(backend, 'LEAN-1', 1, { landing: 'landings/lean' });
    const server = await serveRegistration(backend);
    const visitor = server.visitor();
    await visitor.submit('register-step-1', { email: 'a@example.com', country: 'FR', code: 'LEAN-1' }, '/fr/LEAN-1');
    const back = await visitor.get('/fr/LEAN-1');
    expect([back.document, back.form.values]).toEqual([
      'landings/lean',
      { email: 'a@example.com', country: 'FR', code: 'LEAN-1' },
    ]);
    const refused = await visitor.get('/fr/lean?rc=NOBODY-1');
    expect(refused.form).toEqual({
      form: 'registration-step-1',
      values: { email: 'a@example.com', country: 'FR', code: 'NOBODY-1' },
      errors: { code: 'errors.codeInvalid' },
    });
  });

  test('on a site that opens by codes only begins with the code at the start page', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const documents = {
      start: 'landings/code',
      notFound: 'pages/error/404',
      error: 'pages/error/500',
      denied: 'pages/registration/deny',
    };
    const code = { id: 'landings/code', slug: 'code', blocks: [makeBlock({ id: 'code', type: 'access-code' })] };
    const more = { config: { documents }, documents: [code] };
    const server = await serveRegistration(backend, {}, undefined, undefined, more);
    const visitor = server.visitor();
    expect((await visitor.get('/de')).document).toBe('landings/code');
    const wrong = await visitor.submit('check-code', { code: 'NOBODY-1', document: 'landings/code' }, '/de');
    expect([wrong.status, wrong.document, wrong.form.errors]).toEqual([
      422,
      'landings/code',
      { code: 'errors.codeInvalid' },
    ]);
    const right = await visitor.submit('check-code', { code: 'places' }, '/de');
    expect(right.location).toBe('/de?rc=PLACES');
    const landing = await visitor.get('/de?rc=PLACES');
    expect([landing.document, landing.value('code')]).toEqual(['landings/default', 'PLACES']);
    const refused = await visitor.submit('register', { ...marie, firstName: '' }, '/de?rc=PLACES');
    expect([refused.status, refused.document]).toEqual([422, 'landings/default']);
    const done = await visitor.submit('register', marie, '/de?rc=PLACES');
    expect(done.location).toBe('/de/registration/formfinished');
    const map = await (await fetch(`${server.url}sitemap.xml`)).text();
    expect(map).toContain('<loc>https://www.example.com/de</loc>');
    expect(map).not.toContain('/de/code<');
  });

  test('An entered code is preserved if no page with its form can be shown', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const server = await serveRegistration(backend, {}, undefined, undefined, {
      documents: [{ id: 'landings/default' }],
    });
    const answer = await server.visitor().submit('check-code', { code: ' places ' });
    expect([answer.status, answer.location]).toEqual([303, '/de?rc=PLACES']);
    const wrong = await server.visitor().submit('check-code', { code: 'no_code' });
    expect(wrong.location).toBe('/de');
  });

  test('goes on after a restart of the server', async () => {
    const where = await location();
    const before = await start(where);
    await addCode(before, 'PLACES', 1);
    const server = await serveRegistration(before);
    const visitor = server.visitor();
    await visitor.submit('register', marie, '/de?rc=PLACES');
    const cookie = (visitor.setCookie ?? '').split(';')[0] ?? '';
    await server.stop();
    const again = (await serveRegistration(await start(where))).visitor({ cookie });
    expect((await again.get('/de/registration/formfinished')).value('email')).toBe('Marie@example.com');
  });

  test('never waits for the mail server', async () => {
    const backend = await start({ smtpUrl: 'smtp://127.0.0.1:4179', settings: { limits: unlimited } });
    await addCode(backend, 'PLACES', 1);
    const env = { SMTP_URL: 'smtp://127.0.0.1:4179', MAIL_FROM: 'hello@example.com', MAIL: '' };
    const visitor = (await serveRegistration(backend, env)).visitor();
    expect((await visitor.submit('register', marie, '/de?rc=PLACES')).status).toBe(303);
    expect((await backend.outbox.list()).map(({ to }) => to)).toEqual(['Marie@example.com']);
  });
});
