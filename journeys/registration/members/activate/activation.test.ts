import { describe, expect, test } from 'vitest';
import { addCode, balance, bench, engines, request, tokenFor } from '#tests/helpers/backend.ts';
import type { TestBackend } from '#tests/helpers/backend.ts';

const network = '192.0.2.1';
const DAY = 86_400_000;

describe.each(engines)('activating on %s', (engine) => {
  const { start } = bench(engine);

  async function registered(voucher: '15-percent-mov' | null = null): Promise<{ backend: TestBackend; token: string }> {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    await backend.members.register({ ...request(), voucher });
    return { backend, token: await tokenFor(backend, 'marie@example.com') };
  }
  const attempts = async (backend: TestBackend) =>
    (await backend.ports.database.db.selectFrom('activation_attempts').select('outcome').execute())
      .map(({ outcome }) => outcome)
      .toSorted();

  test('makes the account active, confirms the newsletter and moves the place from pending to active', async () => {
    const { backend, token } = await registered();
    expect(await backend.members.activate({ token, network })).toMatchObject({ outcome: 'active', voucher: null });
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 2, free: 1, pending: 0, active: 1 });
    const consent = await backend.ports.database.db
      .selectFrom('newsletter_consents')
      .select(['given_at', 'confirmed_at'])
      .executeTakeFirstOrThrow();
    expect(consent.confirmed_at).not.toBeNull();
  });

  test('is credited to the attribution of the registration, which is deleted then', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register({ ...request(), attribution: '{"id":null,"arms":[["hero","short"]]}' });
    const token = await tokenFor(backend, 'marie@example.com');
    const answer = await backend.members.activate({ token, network });
    expect(answer).toMatchObject({ attribution: '{"id":null,"arms":[["hero","short"]]}' });
    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select('attribution').execute()).toEqual([{ attribution: null }]);
  });

  test('A second activation by the same person says that the account is active already', async () => {
    const { backend, token } = await registered();
    await backend.members.activate({ token, network });
    backend.pass(60 * DAY);
    expect(await backend.members.activate({ token, network })).toEqual({
      outcome: 'already-active',
      voucher: null,
      member: null,
    });
    expect(await attempts(backend)).toEqual(['active', 'already-active']);
  });

  test('A repeated activation whose first response was lost gets the voucher and a sign-in, and with an old link does not', async () => {
    const { backend, token } = await registered('15-percent-mov');
    const first = await backend.members.activate({ token, network });
    const { voucher = null, member = null } = first.outcome === 'active' ? first : {};
    expect([voucher, member]).not.toContain(null);
    expect(await backend.members.activate({ token, network })).toEqual({ outcome: 'already-active', voucher, member });
    backend.pass(11 * 60_000);
    expect(await backend.members.activate({ token, network })).toEqual({
      outcome: 'already-active',
      voucher: null,
      member: null,
    });
  });

  test('Twenty concurrent activations activate once and issue one voucher', async () => {
    const { backend, token } = await registered('15-percent-mov');
    const outcomes = (
      await Promise.all(Array.from({ length: 20 }, () => backend.members.activate({ token, network })))
    ).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'active')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already-active')).toHaveLength(19);
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 2, free: 1, pending: 0, active: 1 });
    expect(await backend.ports.database.db.selectFrom('vouchers').select('id').execute()).toHaveLength(1);
  });

  test('the voucher of the landing is valid for 14 days from registration and is mailed', async () => {
    const { backend, token } = await registered('15-percent-mov');
    const registeredAt = backend.ports.clock.now();
    backend.pass(3_600_000);
    const answer = await backend.members.activate({ token, network });
    expect(answer).toMatchObject({
      voucher: {
        variant: '15-percent-mov',
        percent: 15,
        minimumOrder: { amount: 10_000, currency: 'EUR' },
        validUntil: registeredAt + 14 * DAY,
      },
    });
    const mail = (await backend.outbox.list()).find(({ template }) => template === 'voucher');
    if (answer.outcome !== 'active' || !answer.voucher) throw new Error('Expected a voucher.');
    expect(mail?.text).toContain(answer.voucher.code);
    expect(mail?.text).toContain('100');
  });

  test('a link that is too old fails, and the same page can ask for a new one', async () => {
    const { backend, token } = await registered();
    backend.pass(DAY);
    expect(await backend.members.activate({ token, network })).toEqual({ outcome: 'failed' });
    expect(await backend.members.resendActivation({ token, network })).toEqual({ outcome: 'sent' });
    expect(await backend.members.activate({ token, network })).toEqual({ outcome: 'pending' });
    expect(
      await backend.members.activate({ token: await tokenFor(backend, 'marie@example.com'), network }),
    ).toMatchObject({
      outcome: 'active',
    });
    expect(await attempts(backend)).toEqual(['active', 'failed', 'pending']);
  });

  test('a link whose account is gone fails; one that was never sent is not found', async () => {
    const { backend, token } = await registered();
    backend.pass(8 * DAY);
    await backend.runMaintenance();
    expect(await backend.members.activate({ token, network })).toEqual({ outcome: 'failed' });
    expect(await backend.members.activate({ token: 'A'.repeat(43), network })).toEqual({ outcome: 'not-found' });
    expect(await backend.members.activate({ token: '', network })).toEqual({ outcome: 'not-found' });
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 2, free: 2, pending: 0, active: 0 });
  });

  test('an account that expires while it is activated is either the one or the other', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request());
    backend.pass(6.5 * DAY);
    const before = await tokenFor(backend, 'marie@example.com');
    await backend.members.resendActivation({ token: before, network });
    const token = await tokenFor(backend, 'marie@example.com');
    backend.pass(0.5 * DAY);
    const [answer] = await Promise.all([backend.members.activate({ token, network }), backend.runMaintenance()]);
    const { free, pending, active } = await balance(backend, 'PLACES');
    expect(
      answer.outcome === 'active' ? { free, pending, active } : { free, pending, active, outcome: answer.outcome },
    ).toEqual(
      answer.outcome === 'active'
        ? { free: 0, pending: 0, active: 1 }
        : { free: 1, pending: 0, active: 0, outcome: 'failed' },
    );
  });
});
