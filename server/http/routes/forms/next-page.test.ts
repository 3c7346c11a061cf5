import { describe, expect, test } from 'vitest';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { serveRegistration, type TestVisitor } from '#tests/helpers/registration-server.ts';

const { start } = bench('sqlite');

async function visited() {
  const backend = await start();
  await addCode(backend, 'PLACES', 5);
  return { backend, visitor: (await serveRegistration(backend)).visitor() };
}

const wanted = { Prefer: 'return=representation' };
const send = (visitor: TestVisitor, form: string, fields: Readonly<Record<string, string>>, headers = {}) =>
  visitor.submit(`${form}?_nav=1`, fields, '/de', headers);
const code = (visitor: TestVisitor, headers = {}) => send(visitor, 'check-code', { code: 'places' }, headers);

function typed(): Record<string, string> {
  const entries = Object.entries(request().form).filter(([, value]) => value !== false);
  return Object.fromEntries(entries.map(([name, value]) => [name, value === true ? 'on' : String(value)]));
}

describe('a form that a script sends', () => {
  test('is answered with the page that a right code leads to, under its address', async () => {
    const { visitor } = await visited();
    const answer = await code(visitor, wanted);
    const at = '/de?rc=PLACES';
    expect([answer.status, answer.headers.get('content-location')]).toEqual([200, at]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    // Byte for byte what the next request would have brought.
    expect(answer.body).toBe((await visitor.get(`${at}&_nav=1`)).body);
  });

  test('is answered with a page that knows the session which the form has opened', async () => {
    const { visitor, backend } = await visited();
    const answer = await send(visitor, 'register', { ...typed(), code: 'PLACES' }, wanted);
    expect(answer.headers.get('content-location')).toBe('/de/registration/formfinished');
    // Without the session it would lead to the start page.
    expect(JSON.parse(answer.body)).toMatchObject({ title: 'pages/registration/formfinished' });
    expect((await visitor.get('/de/registration/formfinished')).value('email')).toBe('marie@example.com');
    expect(await backend.outbox.list()).toHaveLength(1);
  });

  test('gets the address alone when it asks for no more, as by the script of an older release', async () => {
    const { visitor } = await visited();
    const answer = await code(visitor);
    expect([JSON.parse(answer.body), answer.headers.get('content-location')]).toEqual([
      { location: '/de?rc=PLACES' },
      null,
    ]);
  });

  test('gets the address alone when it leads to a place on a page', async () => {
    const { visitor } = await visited();
    await send(visitor, 'register', { ...typed(), code: 'PLACES' });
    const answer = await send(visitor, 'resend-activation', {}, wanted);
    expect(JSON.parse(answer.body)).toEqual({ location: '/de/registration/formfinished#sent' });
  });

  test('is refused as before, in place of the page it stands on', async () => {
    const { visitor } = await visited();
    const answer = await send(visitor, 'check-code', { code: 'unknown' }, wanted);
    expect([answer.headers.get('x-page-status'), answer.headers.get('content-location')]).toEqual(['422', null]);
  });
});
