import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  addCode,
  bench,
  engines,
  request,
  START,
  type TestBackend,
  testSite,
  unlimited,
} from '#tests/helpers/backend.ts';
import { toCanonicalCode } from '#journeys/registration/members/codes/to-canonical-code.ts';
import {
  formatCode,
  generateCode,
  hasValidCheckCharacter,
} from '#journeys/registration/members/codes/generate-code.ts';
import { listCountryOptions } from './list-country-options.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { systemRandom } from '#server/platform/tokens/random.ts';

const network = '192.0.2.1';
const DAY = 86_400_000;

describe('codes', () => {
  test('are compared in upper case and without hyphens and blanks', () => {
    expect([' cercle-2026 ', 'cercle 2026'].map(toCanonicalCode)).toEqual(['CERCLE2026', 'CERCLE2026']);
    expect(['abc', 'ABCD_1', '----', '', 'A'.repeat(33), 'Ä123', "A';--"].map(toCanonicalCode)).toEqual(
      Array(7).fill(null),
    );
  });

  test('that are generated have twelve characters without look-alikes and a check character', () => {
    for (let count = 0; count < 500; count += 1) {
      const code = generateCode(systemRandom);
      expect(code).toMatch(/^[2-9CDFHJKMNPRTVWXY]{12}$/);
      expect(toCanonicalCode(formatCode(code))).toBe(code);
      expect(hasValidCheckCharacter(code)).toBe(true);
    }
  });

  test('that are generated betray every single wrong character and every two that changed places', () => {
    const code = generateCode(systemRandom);
    const replaced = (at: number, by: string): string => code.slice(0, at) + by + code.slice(at + by.length);
    const slips = [...code].flatMap((right, at) => [
      ...[...'23456789CDFHJKMNPRTVWXY'].filter((wrong) => wrong !== right).map((wrong) => replaced(at, wrong)),
      ...(at + 1 < code.length && code[at + 1] !== right ? [replaced(at, `${code[at + 1]}${right}`)] : []),
    ]);
    expect(slips.length).toBeGreaterThan(12 * 22);
    expect(slips.filter(hasValidCheckCharacter)).toEqual([]);
  });

  test('need new random bytes when the first ones are beyond the last whole multiple of the alphabet', () => {
    const rounds = [255, 0];
    expect(
      generateCode({ bytes: (length) => new Uint8Array(length).fill(rounds.shift() ?? 1), fraction: () => 0 }),
    ).toBe('222222222222');
  });
});

afterEach(() => vi.restoreAllMocks());

describe.each(engines)('checking a code on %s', (engine) => {
  const { start, location } = bench(engine);

  test('gives each state an error of its own, and of the inviter the first name only', async () => {
    const backend = await start({ site: { ...testSite, hasLanding: () => false } });
    await backend.members.demo.seed();
    const check = async (code: string, validityTimestamp?: string | null) => {
      const answer = await backend.members.checkCode({ code, validityTimestamp: validityTimestamp ?? null, network });
      return answer.outcome === 'refused'
        ? [answer.error, answer.known, answer.inviterName]
        : [answer.outcome, true, 'inviterName' in answer ? answer.inviterName : ''];
    };
    expect(await check('CERCLE-2026')).toEqual(['valid', true, null]);
    expect(await check('anna50')).toEqual(['valid', true, 'Anna']);
    expect(await check('NOBODY-1')).toEqual(['REGISTRATION_CODE_INVALID', false, null]);
    expect(await check('!')).toEqual(['REGISTRATION_CODE_INVALID', false, null]);
    expect(await check('GONE-1')).toEqual(['INVITER_INVALID', true, 'Greta']);
    expect(await check('COUPON-1')).toEqual(['REFERER_INVALID', true, 'Carla']);
    expect(await check('EMPTY-0')).toEqual(['REGISTRATION_CODE_NO_BALANCE_LEFT', true, 'Elsa']);
    expect(await check('FULL-50')).toEqual([
      'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS',
      true,
      'Clara',
    ]);
    expect(await check('LOST-1')).toEqual(['CUSTOMIZATION_MISSING', true, 'Livia']);
    const links = await Promise.all(
      backend.members.demo
        .links()
        .map(async (link) => [link.shows, (await check(link.code, link.validityTimestamp))[0]]),
    );
    expect(links).toEqual([
      ['valid', 'valid'],
      ['expired', 'REGISTRATION_CODE_EXPIRED'],
      ['altered', 'REGISTRATION_CODE_INVALID'],
      ['stripped', 'REGISTRATION_CODE_TIMESTAMP_MISSING'],
    ]);
  });

  test('seeding the demo twice changes nothing, and its pending places belong to a person', async () => {
    const backend = await start();
    await backend.members.demo.seed();
    await backend.members.demo.seed();
    const { db } = backend.ports.database;
    expect(await db.selectFrom('members').select('id').where('inviter_id', '=', 'demo-full-50').execute()).toHaveLength(
      50,
    );
    expect(await db.selectFrom('registration_codes').select('code').execute()).toHaveLength(11);
  });

  test('a forbidden referrer is refused where the code minds, others are welcome', async () => {
    const backend = await start({
      site: { ...testSite, isForbiddenReferrer: (referrer) => referrer.includes('coupons') },
    });
    await addCode(backend, 'PLACES', 1);
    expect(
      await backend.members.checkCode({ code: 'PLACES', referrer: 'https://coupons.example/x', network }),
    ).toMatchObject({
      error: 'REFERER_INVALID',
    });
    expect(
      await backend.members.checkCode({ code: 'PLACES', referrer: 'https://news.example/', network }),
    ).toMatchObject({
      outcome: 'valid',
    });
  });

  test('asks the database the same question for unknown, expired and exhausted codes, and writes nothing', async () => {
    const backend = await start();
    await backend.members.demo.seed();
    const { db } = backend.ports.database;
    const select = vi.spyOn(db, 'selectFrom');
    const writes = vi.spyOn(db, 'insertInto');
    const asked = [];
    for (const code of ['UNKNOWN-1', 'LINK-EXPIRED', 'EMPTY-0', 'ANNA-50']) {
      select.mockClear();
      await backend.members.checkCode({ code, network });
      asked.push(select.mock.calls.length);
    }
    expect(asked).toEqual([1, 1, 1, 1]);
    expect(writes).not.toHaveBeenCalled();
  });

  test('many who open a code at once share one question, and what was answered is two seconds old at most', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    const { db } = backend.ports.database;
    const select = vi.spyOn(db, 'selectFrom');
    const check = async () => (await backend.members.checkCode({ code: 'places', network })).outcome;
    await Promise.all(Array.from({ length: 50 }, check));
    expect(select).toHaveBeenCalledOnce();
    await db.updateTable('registration_codes').set({ state: 'blocked' }).execute();
    backend.pass(2_000);
    expect(await check()).toBe('refused');
  });

  test('a code that is known is answered at once, as asking for it would, until it is two seconds old', async () => {
    const backend = await start({ site: { ...testSite, hasLanding: () => false } });
    await backend.members.demo.seed();
    const { checkCode, checkKnownCode } = backend.members;
    for (const code of ['ANNA-50', 'CERCLE-2026', 'LOST-1']) {
      const question = { code, referrer: 'https://news.example/', network };
      expect(checkKnownCode(question)).toBeNull();
      // Anyone who begins to listen to other processes forgets everything once.
      await vi.waitFor(async () => expect([code, await checkCode(question)]).toEqual([code, checkKnownCode(question)]));
    }
    for (const code of ['NOBODY-1', 'EMPTY-0', '!']) {
      await checkCode({ code, network });
      expect(checkKnownCode({ code, network })).toBeNull();
    }
    backend.pass(2_000);
    expect(checkKnownCode({ code: 'ANNA-50', network })).toBeNull();
  });

  test('a network that guessed too often learns nothing about a known code either', async () => {
    const backend = await start({
      settings: { limits: { ...unlimited, codeGuessesPerNetwork: { max: 1, windowSeconds: 600 } } },
    });
    await addCode(backend, 'PLACES', 5);
    const { checkCode, checkKnownCode } = backend.members;
    const honest = { code: 'PLACES', network: '198.51.100.1' };
    await checkCode({ code: 'NOBODY-1', network });
    // PostgreSQL may say only now that the code was added, which makes it unknown once more.
    await vi.waitFor(async () => {
      await checkCode(honest);
      expect(checkKnownCode({ code: 'PLACES', network })).toMatchObject({ outcome: 'too-many-requests' });
      expect(checkKnownCode(honest)).toMatchObject({ outcome: 'valid' });
    });
  });

  test('The last place is taken for all at once, in this process and in others, and a free one is available at once', async () => {
    const place = await location();
    const [one, two] = [await start(place), await start(place)];
    await addCode(one, 'PLACES', 1);
    const check = async (backend: TestBackend) =>
      (await backend.members.checkCode({ code: 'PLACES', network })).outcome;
    expect([await check(one), await check(two)]).toEqual(['valid', 'valid']);
    expect(await one.members.register(request())).toMatchObject({ outcome: 'registered' });
    expect(await check(one)).toBe('refused');
    // SQLite is for one server process; what another one did is seen when the code is asked for again.
    if (engine === 'sqlite') two.pass(2_000);
    await vi.waitFor(async () => expect(await check(two)).toBe('refused'));
    await one.ports.database.db.updateTable('inviters').set({ free: 1, pending: 0 }).execute();
    expect([await check(one), await check(two)]).toEqual(['valid', 'valid']);
  });

  test('a link that was valid a moment ago expires to the second', async () => {
    const backend = await start();
    await backend.members.demo.seed();
    const { db } = backend.ports.database;
    const check = async () => (await backend.members.checkCode({ code: 'CERCLE-2026', network })).outcome;
    await db
      .updateTable('registration_codes')
      .set({ expires_at: toTimestamp(START + 1_000) })
      .where('code', '=', 'CERCLE2026')
      .execute();
    expect(await check()).toBe('valid');
    backend.pass(1_000);
    expect(await check()).toBe('refused');
  });

  test('codes greet and unknown ones are unknown while no counter can be written', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    vi.spyOn(backend.ports.database.db, 'insertInto').mockImplementation(() => {
      throw new Error('database or disk is full');
    });
    const check = async (code: string) => (await backend.members.checkCode({ code, network })).outcome;
    expect([await check('PLACES'), await check('NOBODY-1')]).toEqual(['valid', 'refused']);
    await backend.ports.limits.close();
    expect([await check('PLACES'), await check('NOBODY-1')]).toEqual(['valid', 'refused']);
  });

  test('a code that was opened lately still greets while the database is out, others are not known', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 5);
    const check = (code: string) => backend.members.checkCode({ code, network });
    expect((await check('PLACES')).outcome).toBe('valid');
    const select = vi.spyOn(backend.ports.database.db, 'selectFrom').mockImplementation(() => {
      throw new Error('connection refused');
    });
    backend.pass(60_000);
    expect((await check('PLACES')).outcome).toBe('valid');
    await expect(check('OTHER-1')).rejects.toThrow('connection refused');
    backend.pass(600_000);
    await expect(check('PLACES')).rejects.toThrow('connection refused');
    select.mockRestore();
  });

  test('guessing is stopped per network, whatever the guesses', async () => {
    const backend = await start({
      settings: { limits: { ...unlimited, codeGuessesPerNetwork: { max: 3, windowSeconds: 600 } } },
    });
    const outcomes = [];
    for (const code of ['AAAA', 'BBBB', 'CCCC', 'DDDD'])
      outcomes.push((await backend.members.checkCode({ code, network })).outcome);
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'too-many-requests']);
    backend.pass(600_000);
    expect((await backend.members.checkCode({ code: 'AAAA', network })).outcome).toBe('refused');
  });

  test('A generated link works for 14 days, registers against the balance of its code and is created once per submission', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const make = (code: string, idempotencyKey: string) =>
      backend.members.generateLink({ form: { code }, actor: 'admin-1', idempotencyKey });
    const [made, again] = await Promise.all([make('places', 'press-1'), make('places', 'press-1')]);
    expect(again).toEqual(made);
    if (made.outcome !== 'generated') throw new Error('Expected a link.');
    const { code, validityTimestamp, url } = made.link;
    expect(url).toBe(`https://www.example.com/${code}?validityTimestamp=${encodeURIComponent(validityTimestamp)}`);
    expect(await make('EMPTY', 'press-2')).toEqual({ outcome: 'refused', error: 'REGISTRATION_CODE_INVALID' });
    expect(await make('OTHER', 'press-1')).toEqual({ outcome: 'key-reused' });
    expect(await make('', 'press-3')).toMatchObject({ outcome: 'invalid' });
    const check = (given: string | null) => backend.members.checkCode({ code, validityTimestamp: given, network });
    backend.pass(14 * DAY - 1_000);
    expect(await check(validityTimestamp)).toMatchObject({ outcome: 'valid', inviterName: 'Anna' });
    expect(await check(null)).toMatchObject({ error: 'REGISTRATION_CODE_TIMESTAMP_MISSING' });
    backend.pass(1_000);
    expect(await check(validityTimestamp)).toMatchObject({ error: 'REGISTRATION_CODE_EXPIRED' });
    const audited = await backend.staff.readAudit(10);
    expect(audited.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
      ['link.generate', 'admin-1', 'inviter-PLACES'],
    ]);
  });
});

test('each country that is offered carries the policies that hold there', () => {
  expect(listCountryOptions((country) => ({ terms: `t-${country}`, privacy: `p-${country}` }))[0]).toEqual({
    isoCode: 'AT',
    termsPkString: 't-AT',
    dataPolicyPkString: 'p-AT',
  });
});
