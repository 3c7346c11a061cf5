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

  test('wrong passwords slow down the network that sends them, not the admin, and stand in the audit log', async () => {
    const backend = await start();
    const { staff } = backend;
    const password = 'correct horse battery';
    const created = await staff.createAdmin({ email: 'admin@example.com', name: 'Admin', password });
    if (created.outcome !== 'created') throw new Error('Expected an admin.');
    const signIn = async (from: string, tried: string, email = 'admin@example.com') =>
      (await staff.signInAdmin({ email, password: tried, network: from })).outcome;
    const stranger = '198.51.100.7';
    const tries = await Promise.all(Array.from({ length: 15 }, (_, number) => signIn(stranger, `wrong ${number}`)));
    expect(tries.filter((outcome) => outcome === 'refused')).toHaveLength(10);
    expect(tries.filter((outcome) => outcome === 'too-many-requests')).toHaveLength(5);
    expect(await signIn(stranger, password)).toBe('too-many-requests');
    expect(await signIn(network, password)).toBe('signed-in');
    expect(await signIn(network, password, 'nobody@example.com')).toBe('refused');
    const failed = (await staff.readAudit(100)).filter(({ action }) => action === 'admin.sign-in-failed');
    expect(failed).toHaveLength(11);
    expect(failed.filter(({ actor, subject }) => actor === 'visitor' && subject === created.admin.id)).toHaveLength(10);
    expect(JSON.stringify(failed)).not.toMatch(/wrong|example\.com/);
    backend.pass(15 * 60_000);
    expect(await signIn(stranger, password)).toBe('signed-in');
  });

  test('tries to sign in are forgotten after 90 days, what admins did is kept', async () => {
    const backend = await start();
    await backend.staff.createAdmin({ email: 'admin@example.com', name: 'Admin', password: 'correct horse battery' });
    await backend.staff.signInAdmin({ email: 'admin@example.com', password: 'wrong', network });
    backend.pass(91 * 24 * 3_600_000);
    await backend.tidy();
    expect((await backend.staff.readAudit(10)).map(({ action }) => action)).toEqual(['admin.create']);
  });
});
