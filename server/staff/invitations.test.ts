import { describe, expect, test } from 'vitest';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { NewInvitation } from '#server/staff/invitations.ts';
import { bench, engines } from '#tests/helpers/backend.ts';

describe.each(engines)('invitations of colleagues on %s', (engine) => {
  const { start } = bench(engine);

  async function serve() {
    const backend = await start();
    const { staff } = backend;
    const tokens: string[] = [];
    const write: NewInvitation['write'] = ({ token }) => {
      tokens.push(token);
      return { subject: 'Invitation', html: '', text: token };
    };
    const made = await staff.createAdmin({ email: 'clara@example.com', name: 'Clara', password: null });
    const by = made.outcome === 'created' ? made.admin.id : '';
    const invite = (email = 'zoe@example.com', more: Partial<NewInvitation> = {}) =>
      staff.inviteAdmin({ email, group: 'author', locale: 'pl', by, write, ...more });
    const accept = (token: string, more = {}) =>
      staff.redeemInvitation({ token, name: ' Zoe ', password: 'a long password of Zoe', ...more });
    const newest = () => tokens.at(-1) ?? '';
    return { backend, staff, by, invite, accept, write, newest };
  }

  test('a link makes the account once, with the chosen name and password, and only its hash is stored', async () => {
    const { backend, staff, invite, accept, newest } = await serve();
    expect(await invite('Zoe@example.com')).toEqual({ outcome: 'invited', email: 'Zoe@example.com' });
    const [mail] = await backend.outbox.list();
    expect(mail).toMatchObject({ to: 'Zoe@example.com', locale: 'pl', template: 'colleague-invitation' });
    const stored = await backend.ports.database.db.selectFrom('staff_invitations').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(newest());
    expect(await accept(newest(), { name: ' ' })).toEqual({ outcome: 'invalid-name' });
    expect(await accept(newest(), { password: 'short' })).toEqual({ outcome: 'short-password' });
    const answers = await Promise.all([accept(newest()), accept(newest(), { name: 'Eve' })]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'gone']);
    const signedIn = await staff.signInAdmin({
      email: 'zoe@example.com',
      password: 'a long password of Zoe',
      network: '192.0.2.1',
    });
    expect(signedIn).toMatchObject({ outcome: 'signed-in', admin: { email: 'Zoe@example.com', group: 'author' } });
    expect([await staff.findInvitation(newest()), await staff.listInvitations()]).toEqual([null, []]);
    const deeds = (await staff.readAudit(20)).map(({ action }) => action);
    expect(deeds).toEqual(expect.arrayContaining(['admin.invite', 'admin.accept-invitation']));
    expect(JSON.stringify(await staff.readAudit(20))).not.toContain(newest());
  });

  test('People with an account or an invitation are not invited, and an address that no mail reaches is refused', async () => {
    const { invite } = await serve();
    expect((await invite('CLARA@example.com')).outcome).toBe('exists');
    for (const wrong of ['zoe', 'zoe@localhost', 'zoe@example.com\r\nBcc: x@example.com', 'a,b@example.com'])
      expect([wrong, (await invite(wrong)).outcome]).toEqual([wrong, 'invalid-email']);
    const answers = await Promise.all([invite(), invite('ZOE@example.com')]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['invited', 'invited-before']);
  });

  test('a link works for a week, and neither after it was sent again nor after it was withdrawn', async () => {
    const { backend, staff, by, invite, accept, write, newest } = await serve();
    await invite();
    const [{ id = '' } = {}] = await staff.listInvitations();
    const first = newest();
    expect(await staff.sendInvitationAgain({ id, by, write })).toMatchObject({ outcome: 'invited' });
    expect(await accept(first)).toEqual({ outcome: 'gone' });
    // The mail with the link that works no more has not left.
    expect((await backend.outbox.list()).map(({ text }) => text)).toEqual([newest()]);
    expect(await staff.revokeInvitation({ id, by })).toBe(true);
    expect([await staff.revokeInvitation({ id, by }), await staff.sendInvitationAgain({ id, by, write })]).toEqual([
      false,
      { outcome: 'gone' },
    ]);
    expect([await accept(newest()), await backend.outbox.list()]).toEqual([{ outcome: 'gone' }, []]);

    await invite();
    backend.pass(7 * DAY);
    expect(await staff.findInvitation(newest())).toMatchObject({ isExpired: true });
    expect(await accept(newest())).toEqual({ outcome: 'gone' });
    expect((await invite()).outcome).toBe('invited');
    expect((await accept(newest())).outcome).toBe('accepted');
  });

  test('an address gets five mails a day, and what was refused changes nothing', async () => {
    const { staff, by, invite, write, accept, newest } = await serve();
    await invite();
    const [{ id = '' } = {}] = await staff.listInvitations();
    const again = () => staff.sendInvitationAgain({ id, by, write });
    for (let sent = 1; sent < 5; sent += 1) expect((await again()).outcome).toBe('invited');
    const last = newest();
    expect(await again()).toMatchObject({ outcome: 'too-many', retryAfterSeconds: expect.any(Number) });
    expect((await accept(last)).outcome).toBe('accepted');
  });

  test('invitations end with the account that sent them, and with another way to an account for the address', async () => {
    const { staff, by, invite, accept, newest } = await serve();
    await invite();
    await staff.createAdmin({ email: 'zoe@example.com', name: 'Zoe', password: null });
    expect(await accept(newest())).toEqual({ outcome: 'gone' });
    await invite('paul@example.com');
    const change = { email: 'clara@example.com', change: 'disable' } as const;
    expect(await staff.changeAdmin(change)).toMatchObject({ invitationsEnded: 1 });
    expect(await accept(newest())).toEqual({ outcome: 'gone' });
    expect(await staff.findAdmin(by)).toBeNull();
  });

  test('An account that was disabled or moved to another group meanwhile cannot invite or add people', async () => {
    const { staff, by, invite, write } = await serve();
    await invite();
    const [invitation] = await staff.listInvitations();
    for (const change of ['group', 'disable'] as const) {
      await staff.changeAdmin({ email: 'clara@example.com', change, group: 'author' });
      expect((await invite('ida@example.com')).outcome).toBe('gone');
      expect((await staff.sendInvitationAgain({ id: invitation?.id ?? '', by, write })).outcome).toBe('gone');
      const added = await staff.createAdmin({ email: 'ida@example.com', name: 'Ida', password: null, by });
      expect(added.outcome).toBe('not-allowed');
    }
    expect(await staff.listInvitations()).toEqual([]);
  });
});
