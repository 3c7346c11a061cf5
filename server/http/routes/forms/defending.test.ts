import { describe, expect, test } from 'vitest';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { addCode, bench, pageEngines, unlimited } from '#tests/helpers/backend.ts';
import { sheddingLimits } from '#server/platform/limits/shedding.ts';
import { renderLimits } from '#server/platform/limits/render-rate-limiter.ts';
import { ORIGIN, serveRegistration } from '#tests/helpers/registration-server.ts';
import { marie } from '#tests/helpers/registration-fields.ts';

const form = 'application/x-www-form-urlencoded';
describe('a form', () => {
  const { start } = bench('sqlite');

  async function post(
    headers: Readonly<Record<string, string>>,
    body: BodyInit = new URLSearchParams({ code: 'PLACES' }),
  ) {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const server = await serveRegistration(backend);
    const response = await fetch(`${server.url}de/do/check-code`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body,
    });
    return { response, text: await response.text() };
  }

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, 303],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    [{ origin: ORIGIN }, 303],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', origin: ORIGIN }, 403],
    [{ 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document', origin: ORIGIN }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: `${ORIGIN}.evil.example` }, 403],
    [{ origin: 'http://www.example.com' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ])('that says %j of its sender is answered %i', async (headers, status) => {
    const { response, text } = await post(headers);
    expect([response.status, text.includes('<h1>pages/error/500</h1>')]).toEqual([status, status === 403]);
  });

  test.each([
    ['application/json', '{"code":"PLACES"}', 415],
    ['text/plain', 'code=PLACES', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
    [`${form}; charset=utf-8`, 'code=PLACES', 303],
    [form, `code=PLACES&x=${'y'.repeat(66_000)}`, 413],
  ])('of the type %s with the body %.20s is answered %i', async (type, body, status) => {
    const { response } = await post({ 'sec-fetch-site': 'same-origin', 'content-type': type }, body);
    expect(response.status).toBe(status);
  });

  test('that does not exist is not found, in no language', async () => {
    const visitor = (await serveRegistration(await start())).visitor();
    expect((await visitor.submit('nothing', {})).status).toBe(404);
    expect((await visitor.submit('constructor', {})).status).toBe(404);
    const answer = await fetch(`${(await serveRegistration(await start())).url}xx/do/check-code`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': form },
    });
    expect(answer.status).toBe(404);
  });

  test('or a mutation is still taken where pages are refused already, and asked to come back when nothing goes any more', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    let delay = sheddingLimits.pages + 1;
    const server = await serveRegistration(backend, {}, undefined, () => delay);
    const visitor = server.visitor();
    expect((await visitor.get('/de/about-us')).status).toBe(503);
    expect((await fetch(`${server.url}readyz`)).status).toBe(200);
    expect((await visitor.submit('check-code', { code: 'PLACES' })).status).toBe(303);
    const askApi = () =>
      fetch(`${server.url}graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: persistedDocuments[persistedIds['resendActivation'] ?? ''] }),
      });
    expect(await (await askApi()).json()).toMatchObject({ data: { resendActivation: { code: 'NOT_FOUND' } } });
    delay = sheddingLimits.forms + 1;
    const refused = await visitor.submit('check-code', { code: 'PLACES' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const api = await askApi();
    expect([api.status, api.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await api.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  });

  test('read by GET leads to its page and does nothing', async () => {
    const visitor = (await serveRegistration(await start())).visitor();
    const answer = await visitor.get('/de/do/register?code=PLACES');
    expect([answer.status, answer.location]).toEqual([303, '/de']);
    expect((await visitor.get('/do/change-email')).location).toBe('/registration/formfinished');
  });

  test('whose session was forged or belongs to another secret has none', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const server = await serveRegistration(backend);
    const visitor = server.visitor();
    await visitor.submit('register', marie, '/de?rc=PLACES');
    const [, value = ''] = /session=([^;]+)/.exec(visitor.setCookie ?? '') ?? [];
    for (const forged of [`${value.slice(0, -2)}AA`, 'nonsense', '', `x${value}`]) {
      const page = await server.visitor({ cookie: `__Host-session=${forged}` }).get('/de/registration/formfinished');
      expect(page.location).toBe('/de');
    }
    // Over https only a cookie with the prefix counts.
    const bare = await server.visitor({ cookie: `session=${value}` }).get('/de/registration/formfinished');
    expect(bare.location).toBe('/de');
  });

  test('refused again and again by one network is no longer rendered for it', async () => {
    const server = await serveRegistration(await start({ settings: { limits: unlimited } }));
    const visitor = server.visitor();
    let answer = await visitor.submit('register', {});
    // A new minute may begin meanwhile, once.
    for (let sent = 0; sent < 2 * renderLimits.pages && answer.status === 422; sent += 1)
      answer = await visitor.submit('register', {});
    expect([answer.status, answer.document, answer.headers.get('retry-after')]).toEqual([429, 'pages/error/500', '60']);
  });
});

describe.each(pageEngines)('limits on %s', (engine) => {
  const { start, location } = bench(engine);
  const two = { max: 2, windowSeconds: 600 };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const behindProxy = { TRUSTED_PROXIES: '127.0.0.1, ::1' };

  test('answer kindly on the same page, say when to come back, and hold over a restart', async () => {
    const settings = { limits: { ...unlimited, registrationPerNetwork: two } };
    const where = await location();
    const backend = await start({ ...where, settings });
    await addCode(backend, 'PLACES', 9);
    const server = await serveRegistration(backend);
    const register = (visitor: ReturnType<typeof server.visitor>, email: string) =>
      visitor.submit('register', { ...marie, email }, '/de?rc=PLACES');
    expect((await register(server.visitor(), 'a@example.com')).status).toBe(303);
    expect((await register(server.visitor(), 'b@example.com')).status).toBe(303);
    const refused = await register(server.visitor(), 'c@example.com');
    expect([refused.status, refused.document, refused.headers.get('retry-after')]).toEqual([
      429,
      'landings/default',
      '600',
    ]);
    expect(refused.form).toMatchObject({ refusal: 'refusals.tooMany', values: { email: 'c@example.com' } });
    await server.stop();
    const again = await serveRegistration(await start({ ...where, settings }));
    expect((await register(again.visitor(), 'c@example.com')).status).toBe(429);
  });

  test('count an IPv6 network as one visitor, and every visitor behind a trusted proxy for themselves', async () => {
    const backend = await start({ settings: { limits: { ...unlimited, codeGuessesPerNetwork: two } } });
    await addCode(backend, 'PLACES', 9);
    const server = await serveRegistration(backend, behindProxy);
    const check = async (address: string, code: string) =>
      (await server.visitor(from(address)).submit('check-code', { code }, '/de')).status;
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:2:0:0:0:3'];
    const statuses = [];
    for (const address of network) statuses.push(await check(address, 'NOBODY-1'));
    expect(statuses).toEqual([422, 422, 429]);
    expect(await check('2001:db8:1:3::1', 'PLACES')).toBe(303);
    expect(await check('192.0.2.7', 'PLACES')).toBe(303);
  });

  test('count guesses that only read, too, whichever proxy claims to forward them, and then answer about no code at all', async () => {
    const backend = await start({ settings: { limits: { ...unlimited, codeGuessesPerNetwork: two } } });
    await addCode(backend, 'PLACES', 9);
    const server = await serveRegistration(backend);
    const read = (code: string, address: string) => server.visitor(from(address)).get(`/de/${code}`);
    for (let opened = 0; opened < 5; opened += 1) expect((await read('PLACES', '192.0.2.1')).status).toBe(200);
    expect((await read('NOBODY-1', '192.0.2.1')).status).toBe(404);
    expect((await read('NOBODY-2', '192.0.2.2')).status).toBe(404);
    const limited = await read('PLACES', '192.0.2.3');
    expect([limited.status, limited.document, limited.form.errors]).toEqual([
      429,
      'landings/default',
      { code: 'refusals.tooMany' },
    ]);
  });

  test('apply to drafts and to activations as well', async () => {
    const backend = await start({ settings: { limits: { ...unlimited, requestsPerNetwork: two } } });
    await addCode(backend, 'PLACES', 9);
    const visitor = (await serveRegistration(backend)).visitor();
    const draft = { email: 'a@example.com', country: 'FR', code: 'PLACES' };
    const drafts = [];
    for (let sent = 0; sent < 3; sent += 1)
      drafts.push((await visitor.submit('register-step-1', draft, '/de/lean')).status);
    expect(drafts).toEqual([303, 303, 429]);
    const presses = [];
    const token = 'A'.repeat(43);
    for (let sent = 0; sent < 3; sent += 1)
      presses.push(
        (await visitor.submit('activate', { token }, `/de/registration/activateaccount?token=${token}`)).status,
      );
    expect(presses).toEqual([303, 303, 429]);
  });
});
