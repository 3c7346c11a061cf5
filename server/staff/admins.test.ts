import { describe, expect, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';

const network = '192.0.2.1';

describe.each(engines)('admins on %s', (engine) => {
  const { start } = bench(engine);

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
