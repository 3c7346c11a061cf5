import { describe, expect, test } from 'vitest';
import { bench, engines, linkTo, request } from '#tests/helpers/backend.ts';
import type { TestBackend } from '#tests/helpers/backend.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';

const network = '192.0.2.1';

describe.each(engines)('the waiting list and membership interest on %s', (engine) => {
  const { start } = bench(engine);
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

  test('nobody joins without a good token', async () => {
    const backend = await start();
    const social = await backend.members.makeSocialToken('ann@example.com');
    for (const form of [{}, { token: '' }, { token: 'x' }, { token: social }, { email: 'ann@example.com' }]) {
      expect(await backend.members.joinWaitingList({ form, locale: 'en', network })).toEqual({ outcome: 'denied' });
    }
    expect(await backend.members.countWaiting()).toBe(0);
  });

  test('a release invites the longest waiting, once per press, with a code that is good for one registration', async () => {
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

  test('releases at the same time invite nobody twice', async () => {
    const backend = await start();
    for (let index = 0; index < 10; index += 1) await join(backend, `guest${index}@example.com`);
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((idempotencyKey) =>
        backend.members.releaseInvitations({ count: 4, actor: 'admin-1', idempotencyKey }),
      ),
    );
    expect(answers.every(({ outcome }) => outcome === 'released')).toBe(true);
    const invitations = (await backend.outbox.list(100))
      .filter(({ template }) => template === 'invitation')
      .map(({ to }) => to);
    expect(new Set(invitations).size).toBe(invitations.length);
    expect(invitations.length + (await backend.members.countWaiting())).toBe(10);
  });

  test('an application is receipted by mail with a link into the lobby, and told alike when it is repeated', async () => {
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
