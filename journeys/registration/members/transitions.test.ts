import { describe, expect, test } from 'vitest';
import {
  addCode,
  balance,
  bench,
  engines,
  request,
  testSite,
  tokenFor,
  type TestBackend,
} from '#tests/helpers/backend.ts';

const network = '192.0.2.1';
const DAY = 86_400_000;
const untouched = { issued: 1, free: 1, pending: 0, active: 0 };
const reserved = { issued: 1, free: 0, pending: 1, active: 0 };
const address = 'marie@example.com';

// Whatever the document of the journey leaves out cannot happen (V5, N13), and leaves nothing behind.
describe.each(engines)('without a transition of its machines, on %s,', (engine) => {
  const { start } = bench(engine);

  /** A site whose document has become one without a transition. */
  async function lacking(machine: string, event: string, places = 1): Promise<{ backend: TestBackend; take(): void }> {
    let isTaken = false;
    const backend = await start({
      site: {
        ...testSite,
        nextState: (...asked) =>
          isTaken && asked[0] === machine && asked[2] === event ? null : testSite.nextState(...asked),
      },
    });
    await addCode(backend, 'PLACES', places);
    return { backend, take: () => void (isTaken = true) };
  }
  const members = (backend: TestBackend) => backend.ports.database.db.selectFrom('members').select('state').execute();
  const mails = async (backend: TestBackend) => (await backend.outbox.list()).length;

  test.each([
    ['account', 'register', 1],
    ['invitation', 'spend-last', 1],
    ['invitation', 'reserve', 2],
  ])('%s · %s, no one is registered and no place is taken', async (machine, event, places) => {
    const { backend, take } = await lacking(machine, event, places);
    take();
    expect(await backend.members.register(request())).toEqual({ outcome: 'not-possible' });
    expect(await members(backend)).toEqual([]);
    expect(await balance(backend, 'PLACES')).toEqual({ ...untouched, issued: places, free: places });
    expect(await mails(backend)).toBe(0);
  });

  test('account · activate leaves the account pending and its link valid', async () => {
    const { backend, take } = await lacking('account', 'activate');
    await backend.members.register(request());
    const token = await tokenFor(backend, address);
    take();
    expect(await backend.members.activate({ token, network })).toEqual({ outcome: 'not-possible' });
    expect(await members(backend)).toEqual([{ state: 'pending' }]);
    expect(await balance(backend, 'PLACES')).toEqual(reserved);
  });

  test('account · change-email, the address stays and nothing is mailed', async () => {
    const { backend, take } = await lacking('account', 'change-email');
    const answer = await backend.members.register(request());
    const registration = answer.outcome === 'registered' ? answer.registration : '';
    take();
    const form = { email: 'other@example.com' };
    expect(await backend.members.changeEmail({ registration, form, network })).toEqual({ outcome: 'not-possible' });
    expect(await mails(backend)).toBe(1);
  });

  test('account · expire, an account waits for ever', async () => {
    const { backend, take } = await lacking('account', 'expire');
    await backend.members.register(request());
    take();
    backend.pass(1_000 * DAY);
    expect((await backend.runMaintenance()).expired).toBe(0);
    expect(await balance(backend, 'PLACES')).toEqual(reserved);
  });

  test('waiting list · join stores no entry, and release invites no visitor', async () => {
    const joining = await lacking('waitingList', 'join');
    const join = async ({ backend }: typeof joining) => {
      const token = await backend.members.makeToken('lobby', address, 600);
      return backend.members.joinWaitingList({ form: { token }, locale: 'en', network });
    };
    joining.take();
    expect(await join(joining)).toEqual({ outcome: 'not-possible' });
    expect(await mails(joining.backend)).toBe(0);

    const releasing = await lacking('waitingList', 'release');
    await join(releasing);
    releasing.take();
    const release = { count: 1, actor: 'admin-1', idempotencyKey: 'a-key-of-the-form-that-is-long' };
    expect(await releasing.backend.members.releaseInvitations(release)).toEqual({ outcome: 'not-possible' });
    expect(await mails(releasing.backend)).toBe(1);
  });
});
