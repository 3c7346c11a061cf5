import { describe, expect, test } from 'vitest';
import { bench, engines, linkTo, request, START } from '#tests/helpers/backend.ts';
import type { TestBackend } from '#tests/helpers/backend.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';

const network = '192.0.2.1';

describe.each(engines)('the waiting list and membership interest on %s', (engine) => {
  const { start, location } = bench(engine);
  const token = (backend: TestBackend, email: string) => makePurposeToken(backend.ports, 'lobby', email, 600);
  const join = async (backend: TestBackend, email: string) =>
    backend.members.joinWaitingList({ form: { token: await token(backend, email) }, locale: 'nl', network });

  test('joining twice is one place and one mail', async () => {
    const backend = await start();
    expect(await join(backend, 'ann@example.com')).toEqual({ outcome: 'joined', email: 'ann@example.com' });
    expect(await join(backend, 'ann@EXAMPLE.com')).toEqual({ outcome: 'joined', email: 'ann@EXAMPLE.com' });
    expect(await backend.members.countWaiting()).toBe(1);
    expect((await backend.outbox.list()).map(({ template, locale }) => [template, locale])).toEqual([
      ['waiting-list-joined', 'nl'],
    ]);
  });

  test('A visitor without a valid token cannot join', async () => {
    const backend = await start();
    const social = await backend.members.makeSocialToken('ann@example.com');
    for (const form of [{}, { token: '' }, { token: 'x' }, { token: social }, { email: 'ann@example.com' }]) {
      expect(await backend.members.joinWaitingList({ form, locale: 'en', network })).toEqual({ outcome: 'denied' });
    }
    expect(await backend.members.countWaiting()).toBe(0);
  });

  test('A release invites the longest waiting, once per submission, with a code for one registration each', async () => {
    const backend = await start();
    for (const name of ['first', 'second', 'third']) {
      await join(backend, `${name}@example.com`);
      backend.pass(1_000);
    }
    const release = (count: number, idempotencyKey: string) =>
      backend.members.releaseInvitations({ count, actor: 'admin-1', idempotencyKey });
    const answers = await Promise.all([release(2, 'press'), release(2, 'press')]);
    expect(answers).toEqual([
      { outcome: 'released', released: 2, waiting: 1 },
      { outcome: 'released', released: 2, waiting: 1 },
    ]);
    expect(await release(3, 'press')).toEqual({ outcome: 'key-reused' });
    expect(await release(0, 'other')).toEqual({ outcome: 'invalid-count' });
    const invited = (await backend.outbox.list())
      .filter(({ template }) => template === 'invitation')
      .map(({ to }) => to);
    expect(invited.toSorted()).toEqual(['first@example.com', 'second@example.com']);

    const link = await linkTo(backend, 'first@example.com');
    expect(link.pathname).toMatch(/^\/nl\/[A-Z0-9]{12}$/);
    const code = link.pathname.slice(4);
    expect(await backend.members.register(request({ email: 'first@example.com', code }))).toMatchObject({
      outcome: 'registered',
    });
    expect(await backend.members.register(request({ email: 'friend@example.com', code }))).toMatchObject({
      outcome: 'refused',
    });
  });

  test('three admins who release 100 places at once, on two processes, send exactly 100 mails, each to another person', async () => {
    const where = await location();
    const [backend, other] = [await start(where), await start(where)];
    const guests = Array.from({ length: 110 }, (_, index) => ({
      id: `guest-${index}`,
      email: `guest${index}@example.com`,
      email_canonical: `guest${index}@example.com`,
      country: null,
      locale: 'nl',
      state: 'joined' as const,
      joined_at: new Date(START + index).toISOString(),
      invited_at: null,
      invitation_code: null,
    }));
    await backend.ports.database.db.insertInto('waiting_list').values(guests).execute();
    const places = [34, 33, 33];
    const answers = await Promise.all(
      places.map((count, admin) =>
        (admin === 1 ? other : backend).members.releaseInvitations({
          count,
          actor: `admin-${admin}`,
          idempotencyKey: 'a',
        }),
      ),
    );
    expect(answers.map((answer) => 'released' in answer && answer.released)).toEqual(places);
    const invitations = (await backend.outbox.list(200)).filter(({ template }) => template === 'invitation');
    expect([invitations.length, new Set(invitations.map(({ to }) => to)).size]).toEqual([100, 100]);
    expect(await backend.members.countWaiting()).toBe(10);
    // All of the first entries, in whatever order the requests end.
    expect(invitations.map(({ to }) => Number(/\d+/.exec(to)?.[0])).every((guest) => guest < 100)).toBe(true);
    expect((await backend.staff.verifyAudit()).problems).toEqual([]);
  });

  test('an application is receipted by mail with a link into the lobby, and answered alike when it is repeated', async () => {
    const backend = await start();
    const apply = (email: string) => backend.members.applyForMembership({ form: { email }, locale: 'pl', network });
    expect(await apply('ann@example.com')).toEqual({ outcome: 'received', email: 'ann@example.com' });
    expect(await apply('ann@example.com')).toEqual({ outcome: 'received', email: 'ann@example.com' });
    expect(await apply('ann@')).toEqual({ outcome: 'invalid', errors: [{ field: 'email', message: 'errors.email' }] });
    expect(await backend.outbox.list()).toHaveLength(1);
    const link = await linkTo(backend, 'ann@example.com');
    expect(link.pathname).toBe('/pl/lobby');
    expect(link.href).not.toContain('ann');
    expect(await backend.members.checkToken('lobby', link.searchParams.get('token'))).toMatchObject({
      state: 'valid',
      email: 'ann@example.com',
    });
  });
});
