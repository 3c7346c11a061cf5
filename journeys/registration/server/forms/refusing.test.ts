import { describe, expect, test } from 'vitest';
import { addCode, bench, testSite, unlimited } from '#tests/helpers/backend.ts';
import { ORIGIN, serveRegistration } from '#tests/helpers/registration-server.ts';
import { marie } from '#tests/helpers/registration-fields.ts';

const { code: _code, ...guest } = marie;

describe('a refused form', () => {
  const { start } = bench('sqlite');

  test('is shown again on its own page with its errors and all input', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveRegistration(backend)).visitor();
    const typed = { ...guest, email: '"><script>', firstName: '', code: 'PLACES', document: 'landings/summer' };
    const answer = await visitor.submit('register', typed, '/it/summer?rc=PLACES');
    expect([answer.status, answer.document]).toEqual([422, 'landings/summer']);
    expect(answer.body).toContain('<html lang="it">');
    const { document: _, ...values } = typed;
    expect(answer.form).toEqual({
      form: 'registration',
      values,
      errors: { firstName: 'errors.firstName', email: 'errors.email' },
    });
    expect(answer.value('code')).toBe('PLACES');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': "default-src 'none'",
    });
  });

  test('stays on its page when it is refused twice: the form names its document', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveRegistration(backend)).visitor();
    const typed = { ...guest, firstName: '', code: 'PLACES', document: 'landings/summer' };
    const again = await visitor.submit('register', typed, '/it/do/register');
    expect([again.status, again.document, again.value('code')]).toEqual([422, 'landings/summer', 'PLACES']);
  });

  test.each([
    ['pages/registration/formfinished', 'a page that this visitor may not see'],
    ['pages/about-us', 'a page without the form'],
    ['../../etc/passwd', 'no page'],
    ['__proto__', 'no page'],
  ])('that names %s (%s) is shown on its own page', async (document) => {
    const visitor = (await serveRegistration(await start())).visitor();
    const answer = await visitor.submit('register', { ...guest, document }, '/de/about-us');
    expect([answer.status, answer.document]).toEqual([422, 'landings/default']);
  });

  test('from another site’s page is shown on its own page', async () => {
    const visitor = (await serveRegistration(await start())).visitor();
    const headers = { referer: 'https://evil.example/de/summer' };
    expect((await visitor.submit('register', guest, '/de', headers)).document).toBe('landings/default');
  });

  test('below a code shows the landing of that code', async () => {
    const backend = await start();
    await addCode(backend, 'SUMMER-1', 1, { landing: 'landings/summer' });
    const visitor = (await serveRegistration(backend)).visitor();
    const answer = await visitor.submit('register', { ...guest, lastName: '', code: 'SUMMER-1' }, '/de/SUMMER-1');
    expect([answer.status, answer.document, answer.facets]).toEqual([422, 'landings/summer', { code: 'known' }]);
  });

  test('does not fail for a missing landing: the default one is shown and the log names it', async () => {
    const warned: [string, unknown][] = [];
    const log = { info: () => undefined, warn: (...line: [string, unknown?]) => void warned.push([line[0], line[1]]) };
    const backend = await start({
      site: { ...testSite, hasLanding: () => false },
      log: { ...log, error: () => undefined },
    });
    await addCode(backend, 'LOST-1', 1, { landing: 'landings/lost' });
    const visitor = (await serveRegistration(backend)).visitor();
    for (const path of ['/de/LOST-1', '/de?rc=LOST-1']) {
      const shown = await visitor.get(path);
      expect([shown.status, shown.document, shown.facets['code']], path).toEqual([200, 'landings/default', 'known']);
      expect(shown.form, path).toEqual({});
    }
    const typed = await visitor.submit('check-code', { code: 'LOST-1' });
    expect([typed.status, typed.location]).toEqual([303, '/de?rc=LOST-1']);
    const asked = await visitor.operate('checkRegistrationCode', { registrationCode: 'LOST-1', locale: 'de' });
    expect(asked['registrationCodeDetails']).toMatchObject({ landing: '/', errorDetails: [] });
    expect(warned).toContainEqual(['code.landing-missing', { landing: 'landings/lost' }]);
    expect((await visitor.submit('register', { ...guest, code: 'LOST-1' })).status).toBe(303);
  });

  test('informs anyone who typed a code at the field, and the one who followed a link on the deny page', async () => {
    const backend = await start({ settings: { limits: unlimited } });
    await backend.members.demo.seed();
    const visitor = (await serveRegistration(backend)).visitor();
    const typed = await visitor.submit('register', { ...guest, code: 'EMPTY-0' }, '/de');
    expect([typed.status, typed.form.errors]).toEqual([422, { code: 'refusals.noInvitations' }]);
    const linked = await visitor.submit('register', { ...guest, code: 'EMPTY-0' }, '/de?rc=EMPTY-0');
    expect([linked.status, linked.document, linked.facets]).toEqual([
      403,
      'pages/registration/deny',
      { refusal: 'exhausted' },
    ]);
    // The way to the waiting list (S17) knows the address already.
    expect(linked.form).toEqual({ form: 'lobby', values: { email: 'marie@example.com' }, errors: {} });
    expect(linked.value('rc')).toBe('EMPTY-0');
  });

  test.each([
    ['nothing', '', 'errors.codeMissing'],
    ['what cannot be a code', 'a b', 'errors.codeInvalid'],
    ['an unknown code', 'NOBODY-1', 'errors.codeInvalid'],
    ['a blocked inviter', 'GONE-1', 'refusals.invitationInvalid'],
    ['a forbidden referrer', 'COUPON-1', 'refusals.referrer'],
    ['no place left', 'EMPTY-0', 'refusals.noInvitations'],
    ['every place reserved', 'FULL-50', 'refusals.noInvitations'],
    ['a link without its timestamp', 'LINK-VALID', 'refusals.linkInvalid'],
  ])('with a typed code that is %s says so at its field', async (_, code, message) => {
    const backend = await start();
    await backend.members.demo.seed();
    const visitor = (await serveRegistration(backend)).visitor();
    const answer = await visitor.submit('check-code', { code }, '/de');
    expect([answer.status, answer.document]).toEqual([422, 'landings/default']);
    expect(answer.form).toEqual({ form: 'code', values: { code }, errors: { code: message } });
  });

  test('informs at the field on a page that was refused before, whose address names no code, and that a browser keeps to itself', async () => {
    const backend = await start({ settings: { limits: unlimited } });
    await addCode(backend, 'PLACES', 1);
    await addCode(backend, 'EMPTY-0', 0);
    const visitor = (await serveRegistration(backend)).visitor();
    const document = 'landings/default';
    for (const [code, text] of [
      ['NOBODY-1', 'errors.codeInvalid'],
      ['EMPTY-0', 'refusals.noInvitations'],
    ] as const) {
      const refused = await visitor.submit('register', { ...guest, document, firstName: '', code: 'PLACES' }, '/de');
      expect(refused.status).toBe(422);
      for (const headers of [{ referer: `${ORIGIN}/de/do/register?again=1` }, { referer: '' }]) {
        const again = await visitor.submit('register', { ...guest, document, code }, '/de', headers);
        expect([again.status, again.document, again.form.errors]).toEqual([422, document, { code: text }]);
        expect(again.form.values).toMatchObject({ firstName: 'Marie', code });
      }
    }
  });

  test('a code with which a forbidden site sent the visitor before is refused, typed or linked; another one is not', async () => {
    const isForbiddenReferrer = (referrer: string): boolean => referrer.includes('coupons.example');
    const backend = await start({ settings: { limits: unlimited }, site: { ...testSite, isForbiddenReferrer } });
    await backend.members.demo.seed();
    await addCode(backend, 'PLACES', 2);
    const visitor = (await serveRegistration(backend)).visitor();
    const stored = { rc: 'anna-50', fref: 'https://deals.coupons.example/club' };
    const typed = await visitor.submit('check-code', { code: 'ANNA-50', ...stored }, '/de');
    expect([typed.status, typed.form]).toEqual([
      422,
      { form: 'code', values: { code: 'ANNA-50' }, errors: { code: 'refusals.referrer' } },
    ]);
    const linked = await visitor.submit('register', { ...guest, code: 'ANNA-50', ...stored }, '/de?rc=ANNA-50');
    expect([linked.status, linked.document, linked.facets]).toEqual([
      403,
      'pages/registration/deny',
      { refusal: 'invalid' },
    ]);
    const { email, country, terms, ...names } = marie;
    const first = { email, country, code: 'ANNA-50' };
    const atOnce = await visitor.submit('register-step-1', { ...first, ...stored }, '/de/lean?rc=ANNA-50');
    expect([atOnce.status, atOnce.document]).toEqual([403, 'pages/registration/deny']);
    await visitor.submit('register-step-1', first, '/de/lean?rc=ANNA-50');
    const lean = await visitor.submit(
      'register-step-2',
      { ...names, terms, ...stored },
      '/de/registration/formstarted',
    );
    expect([lean.status, lean.document]).toEqual([403, 'pages/registration/deny']);
    const other = await visitor.submit('check-code', { code: 'PLACES', ...stored }, '/de');
    expect(other.location).toBe('/de?rc=PLACES');
    const friend = { ...stored, fref: 'https://friend.example/' };
    expect((await visitor.submit('check-code', { code: 'ANNA-50', ...friend }, '/de')).status).toBe(303);
  });

  test('a typed code whose landing is missing leads to the start page', async () => {
    const backend = await start();
    await backend.members.demo.seed();
    const server = await serveRegistration(backend);
    const answer = await server.visitor().submit('check-code', { code: 'LOST-1' }, '/de');
    expect(answer.location).toBe('/de?rc=LOST-1');
    expect((await server.visitor().get('/de?rc=LOST-1')).facets).toEqual({ code: 'known', inviter: 'known' });
  });
});

describe('an address with a code', () => {
  const { start } = bench('sqlite');

  async function demo() {
    const backend = await start({ settings: { limits: unlimited } });
    await backend.members.demo.seed();
    return { backend, visitor: (await serveRegistration(backend)).visitor() };
  }

  test.each([
    ['/de/GONE-1', 'invalid'],
    ['/de/COUPON-1', 'invalid'],
    ['/de/EMPTY-0', 'exhausted'],
    ['/de/FULL-50', 'exhausted'],
  ])('%s is denied in place as %s', async (path, refusal) => {
    const answer = await (await demo()).visitor.get(path);
    expect([answer.status, answer.document, answer.facets]).toEqual([403, 'pages/registration/deny', { refusal }]);
  });

  test.each([
    ['valid', 200, 'landings/default', { code: 'known', inviter: 'known' }],
    ['expired', 403, 'pages/registration/deny', { refusal: 'expired' }],
    ['altered', 403, 'pages/registration/deny', { refusal: 'invalid' }],
    ['stripped', 403, 'pages/registration/deny', { refusal: 'expired' }],
  ] as const)('of a generated link that is %s answers %i', async (shows, status, document, facets) => {
    const { backend, visitor } = await demo();
    const link = new URL(backend.members.demo.links().find((each) => each.shows === shows)?.url ?? '');
    const answer = await visitor.get(`/de${link.pathname}${link.search}`);
    expect([answer.status, answer.document, answer.facets]).toEqual([status, document, facets]);
    if (status !== 200) return;
    const fields = {
      ...guest,
      code: answer.value('code') ?? '',
      validityTimestamp: answer.value('validityTimestamp') ?? '',
    };
    const registered = await visitor.submit('register', fields, `/de${link.pathname}${link.search}`);
    expect(registered.location).toBe('/de/registration/formfinished');
  });

  test('that is unknown is not found', async () => {
    const answer = await (await demo()).visitor.get('/de/NOBODY-1');
    expect([answer.status, answer.document]).toEqual([404, 'pages/error/404']);
  });

  test.each([
    ['/de?rc=NOBODY-1', 'errors.codeInvalid'],
    ['/de?rc=EMPTY-0', 'refusals.noInvitations'],
    ['/de?rc=GONE-1', 'refusals.invitationInvalid'],
  ])('%s is never denied: the field for codes says %s', async (path, message) => {
    const answer = await (await demo()).visitor.get(path);
    expect([answer.status, answer.document]).toEqual([200, 'landings/default']);
    expect(answer.form).toEqual({ form: 'code', values: {}, errors: { code: message } });
    expect(answer.body).toContain(`<input name="code" data-hole="rc" value="${path.split('=')[1]}">`);
  });
});
