import { describe, expect, test } from 'vitest';
import { Authenticator, type Wrongly } from '#tests/helpers/authenticator.ts';
import { bench, engines, type TestBackend } from '#tests/helpers/backend.ts';

const network = '192.0.2.1';
const browser = 'browser one';

describe.each(engines)('passkeys on %s', (engine) => {
  const { start } = bench(engine);

  async function admin({ staff }: TestBackend, email: string) {
    const created = await staff.createAdmin({ email, name: 'Clara', password: null });
    if (created.outcome !== 'created') throw new Error('Expected an admin.');
    return created.admin;
  }

  async function withPasskey(backend: TestBackend, email = 'clara@example.com') {
    const [owner, authenticator] = [await admin(backend, email), new Authenticator()];
    const { options, ticket } = await backend.staff.offerToAddPasskey(owner, browser);
    const credential = authenticator.create(options);
    const added = await backend.staff.addPasskey({ adminId: owner.id, name: 'Phone', ticket, credential, browser });
    expect(added).toEqual({ outcome: 'added' });
    return { owner, authenticator };
  }

  const offer = ({ staff }: TestBackend) => staff.offerToUsePasskey({ purpose: 'sign-in', browser });

  async function signIn(backend: TestBackend, authenticator: Authenticator, wrongly: Wrongly = {}) {
    const { options, ticket } = await offer(backend);
    const credential = authenticator.sign(options, wrongly);
    return (await backend.staff.signInWithPasskey({ ticket, credential, browser, network })).outcome;
  }

  test('A reset of the account removes its passkeys only', async () => {
    const backend = await start();
    const [{ authenticator }, other] = [await withPasskey(backend), await withPasskey(backend, 'other@example.com')];
    const reset = { email: 'clara@example.com', change: 'reset', password: 'correct horse battery' } as const;
    expect(await backend.staff.changeAdmin(reset)).toMatchObject({ outcome: 'changed', passkeys: 1 });
    expect([await signIn(backend, authenticator), await signIn(backend, other.authenticator)]).toEqual([
      'refused',
      'signed-in',
    ]);
  });

  test('a passkey signs its owner in, is listed, and opens nothing once it is removed', async () => {
    const backend = await start();
    const { owner, authenticator } = await withPasskey(backend);
    const { staff } = backend;
    expect(await staff.listPasskeys(owner.id)).toMatchObject([{ id: authenticator.id, name: 'Phone', usedAt: null }]);
    const { options, ticket } = await offer(backend);
    const credential = authenticator.sign(options);
    expect(await staff.signInWithPasskey({ ticket, credential, browser, network })).toEqual({
      outcome: 'signed-in',
      admin: owner,
    });
    expect((await staff.listPasskeys(owner.id))[0]?.usedAt).toBe('2026-11-20T10:00:00.000Z');
    const other = await admin(backend, 'other@example.com');
    expect(await staff.removePasskey({ adminId: other.id, id: authenticator.id })).toBe(false);
    expect(await staff.removePasskey({ adminId: owner.id, id: authenticator.id })).toBe(true);
    expect(await signIn(backend, authenticator)).toBe('refused');
    const actions = (await staff.readAudit(20)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['passkey.add', 'admin.sign-in', 'passkey.remove']));
  });

  test('a signature counts once, for the browser and the purpose that it was asked for, and for ten minutes', async () => {
    const backend = await start();
    const { owner, authenticator } = await withPasskey(backend);
    const { staff } = backend;
    const { options, ticket } = await offer(backend);
    const credential = authenticator.sign(options);
    const request = { ticket, credential, browser, network };
    const twice = await Promise.all([staff.signInWithPasskey(request), staff.signInWithPasskey(request)]);
    expect(twice.map(({ outcome }) => outcome).toSorted()).toEqual(['refused', 'signed-in']);
    const elsewhere = await offer(backend);
    const signed = { ticket: elsewhere.ticket, credential: authenticator.sign(elsewhere.options), network };
    expect((await staff.signInWithPasskey({ ...signed, browser: 'browser two' })).outcome).toBe('refused');
    const confirming = await staff.offerToUsePasskey({ purpose: 'confirm', browser, adminId: owner.id });
    const confirmed = { ticket: confirming.ticket, credential: authenticator.sign(confirming.options), network };
    expect((await staff.signInWithPasskey({ ...confirmed, browser })).outcome).toBe('refused');
    const late = await offer(backend);
    const answered = { ticket: late.ticket, credential: authenticator.sign(late.options), network, browser };
    backend.pass(10 * 60_000);
    expect((await staff.signInWithPasskey(answered)).outcome).toBe('refused');
  });

  test('refuses another site, a fingerprint that was not requested, a decreasing counter and the name of another account', async () => {
    const backend = await start();
    const { authenticator } = await withPasskey(backend);
    const { owner: other } = await withPasskey(backend, 'other@example.com');
    const userHandle = Buffer.from(other.id).toString('base64url');
    const wrong: Wrongly[] = [{ origin: 'https://evil.example' }, { isVerified: false }, { userHandle }];
    for (const wrongly of wrong)
      expect([wrongly, await signIn(backend, authenticator, wrongly)]).toEqual([wrongly, 'refused']);
    expect(await signIn(backend, authenticator, { counter: 9 })).toBe('signed-in');
    for (const counter of [9, 8]) expect(await signIn(backend, authenticator, { counter })).toBe('refused');
    expect(await signIn(backend, new Authenticator())).toBe('refused');
    const request = { ticket: 'x', credential: '{"id":1}', browser, network };
    expect((await backend.staff.signInWithPasskey(request)).outcome).toBe('refused');
    const failed = (await backend.staff.readAudit(50)).filter(({ action }) => action === 'admin.sign-in-failed');
    expect(failed).toHaveLength(7);
  });

  test('refuses the sign-in of a closed account, and allows it once it is open again', async () => {
    const backend = await start();
    const { owner, authenticator } = await withPasskey(backend);
    await backend.staff.changeAdmin({ email: owner.email, change: 'disable' });
    expect(await signIn(backend, authenticator)).toBe('refused');
    await backend.staff.changeAdmin({ email: owner.email, change: 'enable' });
    expect(await signIn(backend, authenticator)).toBe('signed-in');
  });

  test('keeps no passkey that another browser, another site or another challenge made, none without a name, and none twice', async () => {
    const backend = await start();
    const { owner, authenticator } = await withPasskey(backend);
    const add = async (passkey: Authenticator, wrongly: Wrongly = {}, more = {}) => {
      const { options, ticket } = await backend.staff.offerToAddPasskey(owner, browser);
      const credential = passkey.create(options, wrongly);
      const request = { adminId: owner.id, name: 'Key', ticket, credential, browser, ...more };
      return (await backend.staff.addPasskey(request)).outcome;
    };
    const { ticket } = await offer(backend);
    expect(await add(new Authenticator(), { origin: 'https://evil.example' })).toBe('refused');
    expect(await add(new Authenticator(), { isVerified: false })).toBe('refused');
    expect(await add(new Authenticator(), {}, { browser: 'browser two' })).toBe('refused');
    expect(await add(new Authenticator(), {}, { ticket })).toBe('refused');
    expect(await add(new Authenticator(), {}, { name: '  ' })).toBe('invalid-name');
    expect(await add(authenticator)).toBe('exists');
    expect(await backend.staff.listPasskeys(owner.id)).toHaveLength(1);
  });
});
