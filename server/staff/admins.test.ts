import { describe, expect, test, vi } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { PasswordHashes } from './password-hashes.ts';

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

  test('wrong passwords slow down the network that sends them, not the admin, and are in the audit log', async () => {
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

  test('a sign-in ends the session that the same browser had, of its own kind alone', async () => {
    const { staff } = await start();
    const first = await staff.issueAccessToken({ role: 'member', subject: 'someone', replaces: null });
    const again = await staff.issueAccessToken({ role: 'member', subject: 'another', replaces: first.token });
    expect(await staff.findAccessGrant(first.token)).toBeNull();
    await staff.createAdmin({ email: 'one@example.com', name: 'One', password: 'correct horse battery' });
    const subject = (await staff.listAdmins())[0]?.id ?? '';
    const desk = await staff.issueAccessToken({ role: 'admin', subject, replaces: again.token });
    expect(await staff.findAccessGrant(again.token)).toMatchObject({ subject: 'another' });
    const other = await staff.issueAccessToken({ role: 'admin', subject, replaces: null });
    const anew = await staff.issueAccessToken({ role: 'admin', subject, replaces: desk.token });
    const found = await Promise.all([desk, other, anew].map(({ token }) => staff.findAccessGrant(token)));
    expect(found.map((access) => access?.subject ?? null)).toEqual([null, subject, subject]);
  });

  test('a new password and a closed account end every session at once; what was closed opens again without them', async () => {
    const { staff } = await start();
    const first = await staff.createAdmin({ email: 'one@example.com', name: 'One', password: 'correct horse battery' });
    const other = await staff.createAdmin({ email: 'two@example.com', name: 'Two', password: 'correct horse battery' });
    if (first.outcome !== 'created' || other.outcome !== 'created') throw new Error('Expected two admins.');
    const signIn = async (password: string) =>
      (await staff.signInAdmin({ email: 'one@example.com', password, network })).outcome;
    const session = (subject: string) => staff.issueAccessToken({ role: 'admin', subject, replaces: null });
    const change = (action: 'reset' | 'disable' | 'enable', password?: string) =>
      staff.changeAdmin({ email: 'One@example.com', change: action, password });

    const [old, others] = [await session(first.admin.id), await session(other.admin.id)];
    expect(await change('reset', 'short')).toEqual({ outcome: 'short-password' });
    expect(await change('reset', 'another horse battery')).toEqual({
      outcome: 'changed',
      email: 'one@example.com',
      signedOut: 1,
      passkeys: 0,
      tokensEnded: 0,
      tokensLeft: 0,
      invitationsEnded: 0,
    });
    expect([await staff.findAccessGrant(old.token), await signIn('correct horse battery')]).toEqual([null, 'refused']);
    expect(await signIn('another horse battery')).toBe('signed-in');

    const next = await session(first.admin.id);
    expect(await change('disable')).toMatchObject({ outcome: 'changed', signedOut: 1 });
    expect(await change('disable')).toEqual({ outcome: 'unchanged' });
    expect([await staff.findAccessGrant(next.token), await signIn('another horse battery')]).toEqual([null, 'refused']);
    expect(await staff.listAdmins()).toMatchObject([
      { email: 'one@example.com', disabledAt: expect.any(String) },
      { email: 'two@example.com', disabledAt: null },
    ]);
    expect(await change('enable')).toMatchObject({ outcome: 'changed' });
    expect([await staff.findAccessGrant(next.token), await signIn('another horse battery')]).toEqual([
      null,
      'signed-in',
    ]);
    expect(await staff.findAccessGrant(others.token)).toMatchObject({ role: 'admin', subject: other.admin.id });
    expect(await staff.changeAdmin({ email: 'nobody@example.com', change: 'disable' })).toEqual({ outcome: 'unknown' });
    const deeds = (await staff.readAudit(20)).filter(({ subject }) => subject === first.admin.id);
    expect(deeds.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['admin.create', 'admin.reset', 'admin.disable', 'admin.enable']),
    );
  });

  test('of two admins who disable each other at once, or move each other to another group, one stays', async () => {
    const { staff } = await start();
    const password = 'correct horse battery';
    const emails = ['one@example.com', 'two@example.com'] as const;
    for (const email of emails) await staff.createAdmin({ email, name: email, password });
    const [one, two] = await staff.listAdmins();
    const change = (by: string | undefined, email: string) => staff.changeAdmin({ email, change: 'disable', by });
    const outcomes = await Promise.all([change(one?.id, emails[1]), change(two?.id, emails[0])]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'not-allowed']);
    const open = (await staff.listAdmins()).filter(({ disabledAt }) => disabledAt === null);
    expect(open).toHaveLength(1);
    await staff.createAdmin({ email: 'three@example.com', name: 'Three', password, group: 'author' });
    const author = (await staff.listAdmins()).find(({ group }) => group === 'author');
    expect(await change(author?.id, open[0]?.email ?? '')).toEqual({ outcome: 'not-allowed' });
  });

  test('of many wrong passwords the audit log has the first ones and the number of the rest, in one chain', async () => {
    const backend = await start();
    const { staff } = backend;
    const verifyPassword = vi.spyOn(PasswordHashes.prototype, 'verifyPassword').mockResolvedValue(false);
    for (let number = 0; number < 300; number += 1)
      await staff.signInAdmin({
        email: 'nobody@example.com',
        password: 'x',
        network: `10.0.${number % 30}.${number % 100}`,
      });
    verifyPassword.mockRestore();
    await backend.runMaintenance();
    const failed = async () => (await staff.readAudit(400)).filter(({ actor }) => actor === 'visitor');
    expect(await failed()).toHaveLength(20);
    backend.pass(15 * 60_000);
    await backend.runMaintenance();
    const [rest] = await failed();
    const { failures, from, until, networks } = JSON.parse(rest?.details ?? '');
    expect(failures).toBe(280);
    expect(Object.values<number>(networks).reduce((sum, count) => sum + count)).toBe(280);
    expect(Object.keys(networks)).toHaveLength(21);
    expect(Date.parse(until) - Date.parse(from)).toBe(15 * 60_000);
    expect((await staff.verifyAudit()).problems).toEqual([]);
  });

  test('Passwords from a known network of the account are checked before those of unknown ones', async () => {
    const { staff } = await start();
    const password = 'correct horse battery';
    await staff.createAdmin({ email: 'admin@example.com', name: 'Admin', password });
    const isKnown: boolean[] = [];
    const original = PasswordHashes.prototype.verifyPassword;
    const looked = vi.spyOn(PasswordHashes.prototype, 'verifyPassword').mockImplementation(function (
      this: PasswordHashes,
      ...asked
    ) {
      isKnown.push(asked[2].isKnown);
      return original.apply(this, asked);
    });
    const signIn = (from: string, tried = password, email = 'admin@example.com') =>
      staff.signInAdmin({ email, password: tried, network: from });
    await signIn('198.51.100.7', 'wrong password');
    await signIn(network);
    await signIn(network, 'wrong password');
    await signIn(network, password, 'nobody@example.com');
    await signIn('198.51.100.7');
    looked.mockRestore();
    expect(isKnown).toEqual([false, false, true, false, false]);
  });

  test('Sign-in attempts are deleted 90 days after their month, actions of admins are retained', async () => {
    const backend = await start();
    await backend.staff.createAdmin({ email: 'admin@example.com', name: 'Admin', password: 'correct horse battery' });
    await backend.staff.signInAdmin({ email: 'admin@example.com', password: 'wrong', network });
    const day = 24 * 3_600_000;
    backend.pass(100 * day);
    await backend.runMaintenance();
    expect(await backend.staff.readAudit(10)).toHaveLength(2);
    backend.pass(2 * day);
    await backend.runMaintenance();
    expect((await backend.staff.readAudit(10)).map(({ action }) => action)).toEqual(['admin.create']);
  });
});
