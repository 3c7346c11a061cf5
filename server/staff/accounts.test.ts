import { describe, expect, test } from 'vitest';
import { addCode, balance, bench, engines, request, tokenFor } from '#tests/helpers/backend.ts';

const network = '192.0.2.1';

describe.each(engines)('accounts on %s', (engine) => {
  const { start } = bench(engine);

  test('everything about a person can be handed out, and everything is gone after erasure', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    await backend.members.register({ ...request(), voucher: '10-percent-no-mov' });
    await backend.members.activate({ token: await tokenFor(backend, 'marie@example.com'), network });
    await backend.members.applyForMembership({ form: { email: 'marie@example.com' }, locale: 'fr', network });
    await backend.members.saveDraft(null, { email: 'marie@example.com', country: 'FR' });
    const found = await backend.people.export('marie@EXAMPLE.com');
    expect(Object.fromEntries(Object.entries(found ?? {}).map(([table, rows]) => [table, rows.length]))).toEqual({
      members: 1,
      newsletter_consents: 1,
      policy_acceptances: 2,
      vouchers: 1,
      activation_attempts: 1,
      waiting_list: 0,
      membership_interest: 1,
      inviters: 0,
      registration_drafts: 1,
      outbox: 3,
    });
    expect((await backend.people.erase('marie@example.com', 'admin-1')).outcome).toBe('erased');
    const { db } = backend.ports.database;
    const tables = [
      'members',
      'newsletter_consents',
      'policy_acceptances',
      'vouchers',
      'membership_interest',
      'registration_drafts',
      'activation_tokens',
      'outbox',
      'idempotency_keys',
    ] as const;
    for (const table of tables) expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 2, free: 1, pending: 0, active: 1 });
    expect(JSON.stringify(await backend.staff.readAudit(10))).not.toContain('marie');
  });

  test('erasing a pending account gives its place back; an inviter keeps the balance and loses the name', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    await backend.ports.database.db.updateTable('inviters').set({ email_canonical: 'anna@example.com' }).execute();
    await backend.members.register(request());
    await backend.people.erase('marie@example.com', 'admin-1');
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 2, free: 2, pending: 0, active: 0 });
    await backend.people.erase('anna@example.com', 'admin-1');
    expect(await backend.members.checkCode({ code: 'PLACES', network })).toMatchObject({
      error: 'INVITER_INVALID',
      inviterName: null,
    });
    expect(await backend.people.erase('nobody', 'admin-1')).toEqual({ outcome: 'not-an-address' });
  });

  test('preferences are saved for the address of a social token, at least one of four', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request());
    const save = async (email: string, preferences: readonly string[]) =>
      backend.members.setPreferences({
        form: { token: await backend.members.makeSocialToken(email), preferences },
        network,
      });
    expect(await save('marie@example.com', ['women', 'home'])).toMatchObject({ outcome: 'saved' });
    expect(await save('marie@example.com', [])).toEqual({
      outcome: 'invalid',
      errors: [{ field: 'preferences', message: 'errors.preferences' }],
    });
    expect(await save('marie@example.com', ['cars'])).toMatchObject({ outcome: 'invalid' });
    expect(await save('other@example.com', ['men'])).toEqual({ outcome: 'not-registered' });
    expect(await backend.members.setPreferences({ form: { token: 'x', preferences: ['men'] }, network })).toEqual({
      outcome: 'denied',
    });
    expect(await backend.ports.database.db.selectFrom('members').select('preferences').executeTakeFirst()).toEqual({
      preferences: '["home","women"]',
    });
  });

  test('an admin signs in with the password and nothing else, and may be disabled', async () => {
    const backend = await start();
    const created = await backend.staff.createAdmin({
      email: 'Admin@example.com',
      name: 'Admin',
      password: 'correct horse battery',
    });
    if (created.outcome !== 'created') throw new Error('Expected an admin.');
    expect(await backend.staff.createAdmin({ email: 'Admin@EXAMPLE.com', name: 'Twin', password: null })).toEqual({
      outcome: 'exists',
    });
    expect(await backend.staff.createAdmin({ email: 'two@example.com', name: 'Two', password: 'short' })).toEqual({
      outcome: 'short-password',
    });
    const signIn = (email: string, password: string) => backend.staff.signInAdmin({ email, password, network });
    expect(await signIn('Admin@example.com', 'correct horse battery')).toEqual({
      outcome: 'signed-in',
      admin: created.admin,
    });
    expect(await signIn('Admin@example.com', 'correct horse batter')).toEqual({ outcome: 'refused' });
    expect(await signIn('nobody@example.com', 'correct horse battery')).toEqual({ outcome: 'refused' });
    const { db } = backend.ports.database;
    expect(JSON.stringify(await db.selectFrom('admins').selectAll().execute())).toContain(
      '$argon2id$v=19$m=19456,t=2,p=1$',
    );
    await db.updateTable('admins').set({ disabled_at: '2026-11-20T10:00:00.000Z' }).execute();
    expect(await signIn('Admin@example.com', 'correct horse battery')).toEqual({ outcome: 'refused' });
    expect(await backend.staff.findAdmin(created.admin.id)).toBeNull();
  });
});
