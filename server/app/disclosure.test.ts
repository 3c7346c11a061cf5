import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bench, pageEngines, unlimited } from '#tests/helpers/backend.ts';
import { isReached, prepareEntryPoints, sides, type Answered } from '#tests/helpers/disclosure-entry-points.ts';
import { ORIGIN, serveRegistration } from '#tests/helpers/registration-server.ts';
import { withMinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';

const TRIES = 3;

describe.each(pageEngines)('where only the mail may say so on %s', (engine) => {
  const { start } = bench(engine);

  test('Members and unknown addresses get the same status, bytes and cookies, and take the same places', async () => {
    const backend = await start({
      settings: { limits: unlimited, accountEnumeration: 'prevent', minimumResponseTimeMs: 5 },
    });
    const env = { ACCOUNT_ENUMERATION: 'prevent', TRUSTED_PROXIES: '127.0.0.1' };
    const server = await serveRegistration(backend, env);
    const { now } = backend.ports.clock;
    const { entryPoints, places } = await prepareEntryPoints(backend, {
      origin: server.url,
      publicOrigin: ORIGIN,
      tries: TRIES,
      now,
    });
    for (const entryPoint of entryPoints) {
      const { name, ask } = entryPoint;
      const seen = { known: [] as Omit<Answered, 'milliseconds'>[], other: [] as Omit<Answered, 'milliseconds'>[] };
      for (let number = 0; number < TRIES; number += 1) {
        for (const side of sides) {
          const { milliseconds: _when, ...seenOnce } = await ask(side, number);
          seen[side].push(seenOnce);
        }
      }
      expect(seen.known, name).toEqual(seen.other);
      for (const seenOnce of seen.known)
        expect(isReached(entryPoint, seenOnce), `${name}: ${seenOnce.headers.join()} ${seenOnce.body}`).toBe(true);
      const { known, other } = await places();
      expect(known, name).toEqual(other);
      // Anyone who asks for the mail again within half a minute has asked once.
      backend.pass(60_000);
    }
    expect(await places()).toEqual({
      known: { free: TRIES, pending: TRIES, active: 0 },
      other: { free: TRIES, pending: TRIES, active: 0 },
    });
  });

  test('a registration made with a member’s address can move to another address, be activated and expire as any other', async () => {
    const backend = await start({
      settings: { limits: unlimited, accountEnumeration: 'prevent', minimumResponseTimeMs: 1 },
    });
    const { places } = await prepareEntryPoints(backend, {
      origin: ORIGIN,
      publicOrigin: ORIGIN,
      tries: 3,
      now: Date.now,
    });
    const network = '192.0.2.1';
    const register = async (email: string): Promise<string> => {
      const form = { gender: 'man', firstName: 'Paul', lastName: 'Weber', email, country: 'DE', terms: true };
      const answer = await backend.members.register({
        form: { ...form, code: 'KNOWN-99' },
        locale: 'de',
        newsletter: { text: '', version: '' },
        network,
      });
      if (answer.outcome !== 'registered') throw new Error(`The answer was "${answer.outcome}".`);
      return answer.registration;
    };
    const mails = async (to: string) =>
      (await backend.outbox.list(1_000)).filter((mail) => mail.to === to).map(({ template }) => template);

    const registration = await register('known-00000@example.com');
    expect(await backend.members.registrationStatus(registration)).toEqual({
      state: 'finished',
      email: 'known-00000@example.com',
      voucher: null,
    });
    expect(await mails('known-00000@example.com')).toEqual(['account-exists']);
    // Its own address at last: the link arrives there, and the account becomes active.
    await backend.members.changeEmail({ registration, form: { email: 'paul@example.com' }, network });
    const mail = (await backend.outbox.list(1_000)).find(({ to }) => to === 'paul@example.com');
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await backend.members.activate({ token, network })).outcome).toBe('active');
    expect((await backend.members.registrationStatus(registration)).state).toBe('activated');

    // Back to an address that is taken: the link that was mailed before works no more.
    const other = await register('erika@example.com');
    const first = (await backend.outbox.list(1_000)).find(({ to }) => to === 'erika@example.com');
    await backend.members.changeEmail({ registration: other, form: { email: 'known-00001@example.com' }, network });
    expect((await backend.members.registrationStatus(other)).email).toBe('known-00001@example.com');
    const old = /token=([\w-]+)/.exec(first?.text ?? '')?.[1] ?? '';
    expect((await backend.members.activate({ token: old, network })).outcome).toBe('pending');

    expect(await places()).toMatchObject({ known: { pending: 1, active: 1 } });
    backend.pass(8 * 24 * 3_600_000);
    await backend.runMaintenance();
    expect(await places()).toMatchObject({ known: { pending: 0, active: 1 } });
    expect(await backend.members.registrationStatus(other)).toEqual({ state: 'none', email: null, voucher: null });
  });
});

describe('an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['prevent', 1, 200, 0],
    ['prevent', 250, 400, 1],
    ['allow', 250, 250, 0],
  ] as const)(
    'where the %s says so leaves after work of %i ms at %i ms: at the floor of 200 ms, or at a multiple of it',
    async (accountEnumeration, work, leaves, warnings) => {
      const warn = vi.fn<() => void>();
      const log = { info: () => {}, warn, error: () => {} };
      // Called at the end of the work, so that mail goes out while the answer waits.
      const workEnded = vi.fn<() => void>();
      let isThere = false;
      const answer = withMinimumResponseTime(
        { settings: { accountEnumeration, minimumResponseTimeMs: 200 }, log, workEnded },
        () => new Promise<void>((resolve) => setTimeout(resolve, work)),
      ).then(() => (isThere = true));
      await vi.advanceTimersByTimeAsync(leaves - 1);
      expect(isThere).toBe(false);
      expect(workEnded).toHaveBeenCalledTimes(accountEnumeration === 'prevent' ? 1 : 0);
      await vi.advanceTimersByTimeAsync(1);
      expect(isThere).toBe(true);
      expect(warn).toHaveBeenCalledTimes(warnings);
      await answer;
    },
  );
});
