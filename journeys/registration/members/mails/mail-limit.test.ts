import { describe, expect, test } from 'vitest';
import { addCode, bench, engines, request, START, type TestBackend, unlimited } from '#tests/helpers/backend.ts';

const HOUR = 3_600_000;
const network = '192.0.2.1';
const limits = { ...unlimited, mailPerAddress: { max: 5, windowSeconds: 3_600 } };

/** Times, in hours from the start, at which mails to an address may leave. */
async function mailsTo(backend: TestBackend, address: string): Promise<readonly number[]> {
  const rows = await backend.ports.database.db
    .selectFrom('outbox')
    .select('next_attempt_at')
    .where('recipient_canonical', '=', address)
    .orderBy('next_attempt_at')
    .execute();
  return rows.map((row) => (Date.parse(row.next_attempt_at) - START) / HOUR);
}

async function listStatuses(backend: TestBackend, address: string): Promise<readonly string[]> {
  const rows = await backend.ports.database.db
    .selectFrom('outbox')
    .select('status')
    .where('recipient_canonical', '=', address)
    .orderBy('next_attempt_at')
    .execute();
  return rows.map((row) => row.status);
}

async function register(backend: TestBackend, email: string): Promise<string> {
  const answer = await backend.members.register(request({ email }));
  if (answer.outcome !== 'registered') throw new Error(`The registration was answered with "${answer.outcome}".`);
  return answer.registration;
}

describe.each(engines)('mail to one address on %s', (engine) => {
  const { start } = bench(engine);

  test.each(['allow', 'prevent'] as const)(
    'counts whatever caused it: twelve accounts that change to a stranger’s address fill no mailbox (%s)',
    async (accountEnumeration) => {
      const backend = await start({ settings: { limits, accountEnumeration, minimumResponseTimeMs: 1 } });
      await addCode(backend, 'PLACES', 100);
      for (let account = 0; account < 12; account += 1) {
        const registration = await register(backend, `account-${account}@example.com`);
        await backend.members.changeEmail({ registration, form: { email: 'Stranger@Example.com' }, network });
        await backend.members.resendActivation({ registration, network });
        backend.pass(60_000);
      }
      const at = await mailsTo(backend, 'stranger@example.com');
      expect(at.filter((hours) => hours < 1).length).toBeLessThanOrEqual(5);
      expect(at.length).toBeLessThanOrEqual(6);
    },
  );

  test('counts over all kinds; beyond the limit the newest of a kind waits for the next hour, so that others cannot suppress it', async () => {
    const backend = await start({
      settings: { limits: { ...limits, mailPerAddress: { max: 2, windowSeconds: 3_600 } } },
    });
    await addCode(backend, 'PLACES', 5);
    const registration = await register(backend, 'marie@example.com');
    await backend.members.applyForMembership({ form: { email: 'MARIE@example.com' }, locale: 'fr', network });
    expect(await mailsTo(backend, 'marie@example.com')).toEqual([0, 0]);
    backend.pass(60_000);
    for (let press = 0; press < 2; press += 1) {
      expect((await backend.members.resendActivation({ registration, network })).outcome).toBe('sent');
      backend.pass(60_000);
    }
    expect(await mailsTo(backend, 'marie@example.com')).toEqual([0, 0, 1]);
    // The worker that the first two woke may still be at work.
    await backend.outbox.sendNow();
    await expect.poll(() => listStatuses(backend, 'marie@example.com')).toEqual(['kept', 'kept', 'queued']);
    backend.pass(HOUR);
    await backend.outbox.sendNow();
    await expect.poll(() => listStatuses(backend, 'marie@example.com')).toEqual(['kept', 'kept', 'kept']);
  });

  test('names its recipient and its account in the outbox', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await register(backend, 'Marie@EXAMPLE.com');
    const { db } = backend.ports.database;
    const { id } = await db.selectFrom('members').select('id').executeTakeFirstOrThrow();
    const row = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      recipient: 'Marie@EXAMPLE.com',
      recipient_canonical: 'marie@example.com',
      member_id: id,
    });
  });
});

/** Whatever a stranger may do by which another person gets a mail, to an address of its own each time. */
const causes: Readonly<Record<string, (backend: TestBackend, name: string, network: string) => Promise<unknown>>> = {
  register: (backend, name, from) =>
    backend.members.register({ ...request({ email: `${name}@example.com` }), network: from }),
  'apply for membership': (backend, name, from) =>
    backend.members.applyForMembership({ form: { email: `${name}@example.com` }, locale: 'fr', network: from }),
  async 'join the waiting list'(backend, name, from) {
    const token = await backend.members.makeToken('lobby', `${name}@example.com`, 3_600);
    return backend.members.joinWaitingList({ form: { token }, locale: 'fr', network: from });
  },
  async 'change the address'(backend, name, from) {
    const registration = await register(backend, `${name}@before.example`);
    return backend.members.changeEmail({ registration, form: { email: `${name}@example.com` }, network: from });
  },
  async 'send the activation again'(backend, name, from) {
    const registration = await register(backend, `${name}@before.example`);
    backend.pass(60_000);
    return backend.members.resendActivation({ registration, network: from });
  },
};

describe('mail at the request of one network', () => {
  const { start } = bench('sqlite');

  test.each(Object.keys(causes))(
    'ends with its limit for each recipient and does not delay others: %s',
    async (cause) => {
      const few = { max: 2, windowSeconds: 86_400 };
      const isRegistration = cause === 'register';
      const backend = await start({
        settings: {
          limits: { ...limits, ...(isRegistration ? { registrationPerNetwork: few } : { requestsPerNetwork: few }) },
        },
      });
      await addCode(backend, 'PLACES', 20);
      const outcomes: unknown[] = [];
      for (const [index, from] of [...Array.from({ length: 4 }, () => '198.51.100.7'), '198.51.100.8'].entries())
        outcomes.push(await causes[cause]?.(backend, `person-${index}`, from));
      const limited = expect.objectContaining({ outcome: 'too-many-requests' });
      expect(outcomes.slice(2, 4)).toEqual([limited, limited]);
      for (const index of [0, 1, 4]) expect(outcomes[index]).not.toEqual(limited);
    },
  );
});
