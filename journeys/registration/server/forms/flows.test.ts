import { describe, expect, test } from 'vitest';
import type { Backend } from '#server/app/backend.ts';
import { addCode, bench, pageEngines } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { ORIGIN, type TestServer } from '#tests/helpers/registration-server.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();

/** The project's own documents, with everything behind them. */
function serveProject(backend: Backend): Promise<TestServer> {
  const deployment = { ...site.deployment, publicOrigin: ORIGIN };
  return serveSite({ site: { ...site, deployment }, backend, settings: testSettings({}) });
}

const email = 'marie@example.com';
const address = { email, country: 'FR' };
const names = { gender: 'woman', firstName: 'Marie', lastName: 'Curie' };
const asBox = 'on';

describe.each(pageEngines)('flows with three steps on %s', (engine) => {
  const { start } = bench(engine);

  test('that ask for the code last keep everything until then, and say at its field what is wrong with it', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveProject(backend)).visitor();
    const [name, code] = ['/de/registration/code-last/name', '/de/registration/code-last/code'];

    expect((await visitor.get('/de/code-last')).status).toBe(200);
    expect((await visitor.submit('code-last-step-1', address, '/de/code-last')).location).toBe(name);
    expect((await visitor.submit('code-last-step-2', { ...names, newsletter: asBox }, name)).location).toBe(code);

    const back = await visitor.get(name);
    expect(back.form).toMatchObject({ form: 'code-last-step-2', values: { ...names, newsletter: asBox } });
    expect((await visitor.get('/de/code-last')).form).toMatchObject({ form: 'code-last-step-1', values: address });
    const again = await visitor.submit('code-last-step-2', { ...names, lastName: 'Skłodowska' }, name);
    expect(again.location).toBe(code);
    expect((await visitor.get(name)).form.values).toEqual({
      ...names,
      lastName: 'Skłodowska',
      country: address.country,
    });

    const wrong = await visitor.submit('code-last-step-3', { code: 'NOBODY-1', terms: asBox }, code);
    expect([wrong.status, wrong.form.errors]).toEqual([422, { code: 'errors.codeInvalid' }]);
    const done = await visitor.submit('code-last-step-3', { code: 'PLACES', terms: asBox }, code);
    expect(done.location).toBe('/de/registration/formfinished');
    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select(['email', 'last_name', 'code']).execute()).toEqual([
      { email, last_name: 'Skłodowska', code: 'PLACES' },
    ]);
  });

  test('that were begun with a code of a link fill it in where it is asked for', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const visitor = (await serveProject(backend)).visitor();
    await visitor.submit('code-last-step-1', { ...address, code: 'PLACES' }, '/pl/code-last?rc=PLACES');
    await visitor.submit('code-last-step-2', names, '/pl/registration/code-last/name');
    expect((await visitor.get('/pl/registration/code-last/code')).form.values).toMatchObject({ code: 'PLACES' });
  });

  test('that ask for the newsletter alone register with it and without it', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    const server = await serveProject(backend);
    const [name, newsletter] = ['/sv/registration/newsletter-step/name', '/sv/registration/newsletter-step/newsletter'];
    for (const [address_, box] of [
      ['with@example.com', { newsletter: asBox }],
      ['without@example.com', {}],
    ] as const) {
      const visitor = server.visitor();
      const first = { email: address_, country: 'SE', code: 'PLACES' };
      expect((await visitor.submit('newsletter-step-1', first, '/sv/newsletter-step')).location).toBe(name);
      const second = await visitor.submit('newsletter-step-2', { ...names, terms: asBox }, name);
      expect(second.location).toBe(newsletter);
      const done = await visitor.submit('newsletter-step-3', box, newsletter);
      expect(done.location).toBe('/sv/registration/formfinished');
    }
    const { db } = backend.ports.database;
    const consents = await db.selectFrom('newsletter_consents').select(['email_canonical', 'text']).execute();
    expect(consents).toEqual([
      { email_canonical: 'with@example.com', text: expect.stringContaining('Skriv till mig.') },
    ]);
  });

  test('lead visitors who open a step too early to the first missing one, with all input preserved', async () => {
    const backend = await start();
    const server = await serveProject(backend);
    const visitor = server.visitor();
    const last = '/nl/registration/code-last/code';
    expect((await visitor.get(last)).location).toBe('/nl');
    await visitor.submit('code-last-step-1', address, '/nl/code-last');
    expect((await visitor.get(last)).location).toBe('/nl/registration/code-last/name');
    // What only another flow asks for is missing there.
    expect((await visitor.get('/nl/registration/formstarted')).location).toBe('/nl/lean');
    expect((await visitor.get('/nl/registration/newsletter-step/name')).location).toBe('/nl/newsletter-step');
    expect((await visitor.get('/nl/newsletter-step')).form).toMatchObject({
      form: 'newsletter-step-1',
      values: address,
    });
  });
});
