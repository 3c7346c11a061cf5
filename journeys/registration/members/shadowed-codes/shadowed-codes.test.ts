import { describe, expect, test } from 'vitest';
import { generateCode } from '#journeys/registration/members/codes/generate-code.ts';
import { createNewCode } from '#journeys/registration/members/codes/new-code.ts';
import type { Random } from '#server/platform/ports.ts';
import { makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { systemRandom } from '#server/platform/tokens/random.ts';
import { addCode, bench, engines, testSite } from '#tests/helpers/backend.ts';

const DAY = 86_400_000;

/** What a code is made of; ids and tokens take other lengths. */
const BYTES_OF_A_CODE = 22;

/** The next so many codes are the same one. */
class Loaded implements Random {
  readonly fraction = systemRandom.fraction;
  #left: number;

  constructor(left: number) {
    this.#left = left;
  }

  load(): void {
    this.#left = 1;
  }

  bytes(length: number): Uint8Array {
    if (length !== BYTES_OF_A_CODE || this.#left <= 0) return systemRandom.bytes(length);
    this.#left -= 1;
    return new Uint8Array(length).fill(3);
  }
}

const unlucky = generateCode(new Loaded(1));
const siteWith = (...paths: readonly string[]) => ({ ...testSite, ownPaths: () => paths });

describe('a generated code', () => {
  test('is never the name of a page, a landing or a path of the server', () => {
    const site = siteWith('/', `/${unlucky.toLowerCase()}`, '/legal/terms');
    expect(createNewCode({ random: new Loaded(2), site })).not.toBe(unlucky);
    expect(createNewCode({ random: new Loaded(1), site: siteWith('/', '/legal/terms') })).toBe(unlucky);
  });

  test('is a bug where nothing else comes out', () => {
    expect(() => createNewCode({ random: new Loaded(Infinity), site: siteWith(`/${unlucky}`) })).toThrow(
      'Every generated code',
    );
  });
});

describe.each(engines)('codes in the way of pages on %s', (engine) => {
  const { start } = bench(engine);

  test('whichever way a code is issued, it is not the name of a page', async () => {
    const random = new Loaded(0);
    const backend = await start({ site: siteWith(`/${unlucky}`), random });
    const { members, ports } = backend;
    await addCode(backend, 'ANNA-50', 5);
    const form = { token: await makePurposeToken(ports, 'lobby', 'ann@example.com', 600) };
    await members.joinWaitingList({ form, locale: 'en', network: '192.0.2.1' });
    const create = {
      firstName: null,
      email: null,
      code: null,
      places: 1,
      landing: null,
      voucher: null,
      expiresAt: null,
      actor: 'admin',
    };
    const idempotencyKey = 'a key of twenty-two characters';
    const ways = [
      () => members.createCode(create),
      () => members.generateLink({ form: { code: 'ANNA-50' }, actor: 'admin', idempotencyKey }),
      () => members.releaseInvitations({ count: 1, actor: 'admin', idempotencyKey }),
    ];
    const outcomes: string[] = [];
    for (const issue of ways) {
      random.load();
      outcomes.push((await issue()).outcome);
    }
    expect(outcomes).toEqual(['created', 'generated', 'released']);
    const codes = await ports.database.db.selectFrom('registration_codes').select('code').execute();
    expect(codes).toHaveLength(4);
    expect(codes.map(({ code }) => code)).not.toContain(unlucky);
  });

  test('demo data leaves out a code that a page is named after', async () => {
    const backend = await start({ site: siteWith('/anna-50') });
    await backend.members.demo.seed();
    const { codes } = await backend.members.listCodes({ code: null, limit: 100 });
    expect(codes.map(({ label }) => label)).toContain('CERCLE-2026');
    expect(codes.map(({ label }) => label)).not.toContain('ANNA-50');
  });

  test('a page that takes the address of a code is found, however either is written', async () => {
    let paths: readonly string[] = ['/'];
    const backend = await start({ site: { ...testSite, ownPaths: () => paths } });
    await addCode(backend, 'ANNA-50', 1);
    await addCode(backend, 'Viral', 1);
    await addCode(backend, 'FREE', 1);
    expect(await backend.members.shadowedCodes()).toEqual([]);
    paths = ['/', '/viral', '/anna-50', '/legal/terms', '/metrics'];
    expect(await backend.members.shadowedCodes()).toEqual([
      { label: 'ANNA-50', path: '/anna-50' },
      { label: 'Viral', path: '/viral' },
    ]);
    const { codes } = await backend.members.listCodes({ code: null, limit: 9 });
    expect(Object.fromEntries(codes.map(({ label, ownPath }) => [label, ownPath]))).toEqual({
      'ANNA-50': '/anna-50',
      Viral: '/viral',
      FREE: null,
    });
  });

  test('An expired code does not block a registration', async () => {
    const backend = await start({ site: siteWith('/viral') });
    await addCode(backend, 'VIRAL', 1);
    const expires_at = new Date(backend.ports.clock.now() + DAY).toISOString();
    await backend.ports.database.db.updateTable('registration_codes').set({ expires_at }).execute();
    expect(await backend.members.shadowedCodes()).toHaveLength(1);
    backend.pass(DAY);
    expect(await backend.members.shadowedCodes()).toEqual([]);
  });
});
