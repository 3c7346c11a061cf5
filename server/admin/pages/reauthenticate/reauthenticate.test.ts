import { describe, expect, test } from 'vitest';
import { findFormView, listNotes, PASSWORD, send, signedIn } from '#tests/helpers/admin-visitor.ts';
import { Authenticator } from '#tests/helpers/authenticator.ts';
import { addCode, bench, pageEngines } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();
const minutes = (count: number): number => count * 60_000;

describe.each(pageEngines)('what cannot be taken back, on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start();
    const server = await serveSite({ site, backend, settings: testSettings() });
    await addCode(backend, 'PLACES', 3);
    const { visitor, id } = await signedIn(server, backend, 'support');
    const block = async () => findFormView(await visitor.get('/admin/codes'), 'block-PLACES');
    const codes = backend.ports.database.db.selectFrom('registration_codes').select('state');
    const readState = async () => (await codes.where('label', '=', 'PLACES').executeTakeFirstOrThrow()).state;
    const actions = async () => (await backend.staff.readAudit(30)).map(({ action }) => action);
    return { backend, server, visitor, id, block, readState, actions };
  }

  test('is done at once within ten minutes, and after that with the password of the signed-in person, with the form preserved', async () => {
    const { backend, server, visitor, block, readState, actions } = await serve();
    await backend.staff.createAdmin({ email: 'other@example.com', name: 'Other', password: 'another long password' });
    backend.pass(minutes(11));
    const asked = await send(visitor, await block());
    expect([asked.status, listNotes(asked)]).toEqual([403, ['Confirm your identity']]);
    const form = findFormView(asked, 'confirm-password');
    expect(form.hidden).toMatchObject({ code: 'PLACES', state: 'blocked' });
    for (const wrong of ['a guess', 'another long password']) {
      const refused = await send(visitor, form, { _password: wrong });
      expect([refused.status, listNotes(refused)]).toEqual([
        403,
        ['Your identity could not be confirmed. Nothing was done.'],
      ]);
      expect(refused.body).not.toContain(wrong);
    }
    const stranger = server.visitor();
    expect((await send(stranger, form, { _password: PASSWORD })).location).toMatch(/^\/admin\/signin\?/);
    expect(await readState()).toBe('active');
    const done = await send(visitor, form, { _password: PASSWORD });
    expect(done.location).toMatch(/done=codeBlocked/);
    expect(await readState()).toBe('blocked');
    expect((await actions()).filter((action) => action.startsWith('admin.confirm'))).toHaveLength(1);
    // From now on for ten minutes more.
    expect((await send(visitor, findFormView(await visitor.get('/admin/codes'), 'block-PLACES'))).status).toBe(303);
    backend.pass(minutes(11));
    expect((await send(visitor, findFormView(await visitor.get('/admin/codes'), 'block-PLACES'))).status).toBe(403);
  });

  test('is done for a passkey of the signed-in person only', async () => {
    const { backend, visitor, id, block, readState } = await serve();
    const authenticators = [];
    const strangers = await backend.staff.createAdmin({ email: 'o@example.com', name: 'O', password: null });
    const other = strangers.outcome === 'created' ? strangers.admin.id : '';
    for (const adminId of [other, id]) {
      const authenticator = new Authenticator();
      const { options, ticket } = await backend.staff.offerToAddPasskey({ id: adminId, email: 'a@b.c', name: '' }, 'b');
      const credential = authenticator.create(options);
      await backend.staff.addPasskey({ adminId, name: 'Key', ticket, credential, browser: 'b' });
      authenticators.push(authenticator);
    }
    backend.pass(minutes(11));
    const outcomes = [];
    for (const authenticator of authenticators) {
      const form = findFormView(await send(visitor, await block()), 'confirm-passkey');
      const { options = '', ticket = '' } = form.passkey ?? {};
      const answer = await send(visitor, form, { _ticket: ticket, _credential: authenticator.sign(options) });
      outcomes.push([answer.status, await readState()]);
    }
    expect(outcomes).toEqual([
      [403, 'active'],
      [303, 'blocked'],
    ]);
  });
});
