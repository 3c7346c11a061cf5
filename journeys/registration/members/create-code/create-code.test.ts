import { describe, expect, test } from 'vitest';
import { bench, engines, request, testSite } from '#tests/helpers/backend.ts';
import { auditedLinks } from '#journeys/registration/members/migrations/0005-audited-links.ts';
import type { CreateCodeRequest } from './create-code.ts';

const DAY = 86_400_000;

const asked = (more: Partial<CreateCodeRequest> = {}): CreateCodeRequest => ({
  firstName: 'Anna',
  email: null,
  code: 'ANNA-50',
  places: 2,
  landing: null,
  voucher: null,
  expiresAt: null,
  actor: 'command-line',
  ...more,
});

const site = {
  ...testSite,
  ownPaths: () => ['/', '/viral', '/black-friday', '/metrics', '/legal/terms'],
  hasLanding: (id: string) => id !== 'landings/lost',
  findVoucher: (id: string) => (id === 'landings/ten' ? ('10-percent-no-mov' as const) : null),
};
const refusals: readonly (readonly [Partial<CreateCodeRequest>, object])[] = [
  [{ code: 'VIRAL' }, { outcome: 'own-path', path: '/viral' }],
  [{ code: 'black-friday' }, { outcome: 'own-path', path: '/black-friday' }],
  [{ code: 'BlackFriday' }, { outcome: 'own-path', path: '/black-friday' }],
  [{ code: 'metrics' }, { outcome: 'own-path', path: '/metrics' }],
  [{ code: 'A-1' }, { outcome: 'invalid-code' }],
  [{ code: 'ÄRGER' }, { outcome: 'invalid-code' }],
  [{ firstName: 'www.example.com' }, { outcome: 'invalid-name' }],
  [{ firstName: '' }, { outcome: 'invalid-name' }],
  [{ email: 'anna' }, { outcome: 'invalid-email' }],
  [{ places: 0 }, { outcome: 'invalid-places', most: 10_000_000 }],
  [{ places: 1.5 }, { outcome: 'invalid-places', most: 10_000_000 }],
  [{ places: 10_000_001 }, { outcome: 'invalid-places', most: 10_000_000 }],
  [{ expiresAt: Date.UTC(2026, 10, 1) }, { outcome: 'already-over' }],
  [{ landing: 'landings/lost' }, { outcome: 'unknown-landing' }],
  [{ voucher: '10-percent-no-mov' }, { outcome: 'voucher-without-landing' }],
  [
    { landing: 'landings/ten', voucher: 'none' },
    { outcome: 'other-voucher', promised: '10-percent-no-mov' },
  ],
  [
    { landing: 'landings/plain', voucher: '15-percent-mov' },
    { outcome: 'other-voucher', promised: 'none' },
  ],
];
const check = { network: '192.0.2.1' } as const;

describe.each(engines)('codes made by hand on %s', (engine) => {
  const { start } = bench(engine);

  test('the first code of an empty site opens it: its guests register until the places are gone', async () => {
    const { members, ports } = await start({ site });
    expect(await members.register(request({ code: 'ANNA-50' }))).toMatchObject({ outcome: 'refused' });
    expect(await members.createCode(asked({ firstName: ' Anna  Lena ' }))).toEqual({
      outcome: 'created',
      created: { label: 'ANNA-50', url: 'https://www.example.com/ANNA-50', voucher: null },
    });
    expect(await members.checkCode({ code: 'anna50', ...check })).toMatchObject({
      outcome: 'valid',
      inviterName: 'Anna Lena',
    });
    for (const name of ['one', 'two'])
      expect(await members.register(request({ code: 'Anna-50', email: `${name}@example.com` }))).toMatchObject({
        outcome: 'registered',
      });
    expect(await members.register(request({ code: 'ANNA-50', email: 'three@example.com' }))).toMatchObject({
      outcome: 'refused',
    });
    const { codes } = await members.listCodes({ code: null, limit: 10 });
    expect(codes).toMatchObject([{ label: 'ANNA-50', state: 'full', issued: 2, free: 0, pending: 2, active: 0 }]);
    const [entry] = await ports.database.db.selectFrom('audit_entries').selectAll().execute();
    expect(entry).toMatchObject({ actor: 'command-line', action: 'code.create' });
    expect(JSON.stringify(entry)).not.toContain('ANNA');
  });

  test('one code is made once, also by two who make it at the same time, and a refused one leaves no inviter', async () => {
    const { members, ports } = await start({ site });
    const both = await Promise.all([members.createCode(asked()), members.createCode(asked({ code: 'anna50' }))]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'exists']);
    const inviters = await ports.database.db.selectFrom('inviters').select('id').execute();
    expect(inviters).toHaveLength(1);
  });

  test('a code that is left out is generated; the site invites without a name', async () => {
    const { members } = await start({ site });
    const made = await members.createCode(asked({ code: null, firstName: null }));
    const label = made.outcome === 'created' ? made.created.label : '';
    expect(label).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(await members.checkCode({ code: label, ...check })).toMatchObject({ outcome: 'valid', inviterName: null });
  });

  test('a code ends when it is said to', async () => {
    const backend = await start({ site });
    const expiresAt = backend.ports.clock.now() + DAY;
    await backend.members.createCode(asked({ expiresAt }));
    backend.pass(DAY);
    expect(await backend.members.checkCode({ code: 'ANNA-50', ...check })).toMatchObject({
      error: 'REGISTRATION_CODE_EXPIRED',
    });
    expect((await backend.members.listCodes({ code: 'anna50', limit: 1 })).codes).toMatchObject([{ state: 'over' }]);
  });

  test('what cannot be a code, or would promise what its guests do not get, is refused by name', async () => {
    const { members } = await start({ site });
    for (const [more, expected] of refusals)
      expect(await members.createCode(asked(more)), JSON.stringify(more)).toMatchObject(expected);
    const made = { landing: 'landings/ten', voucher: '10-percent-no-mov' };
    expect(await members.createCode(asked({ code: 'TEN-OFF', ...made }))).toMatchObject({
      created: { voucher: '10-percent-no-mov' },
    });
    expect(await members.createCode(asked({ landing: 'landings/plain', voucher: 'none' }))).toMatchObject({
      created: { voucher: 'none' },
    });
    expect((await members.listCodes({ code: null, limit: 9 })).total).toBe(2);
  });

  test('a person who invites is found by the address, and an erasure leaves neither name nor code, nor where links came from', async () => {
    const { members, people, ports } = await start({ site });
    await members.createCode(asked({ email: 'Anna@Example.com' }));
    const link = { form: { code: 'ANNA-50' }, actor: 'admin', idempotencyKey: 'a key of twenty-two characters' };
    expect(await members.generateLink(link)).toMatchObject({ outcome: 'generated' });
    expect(await people.export('anna@example.com', [])).toMatchObject({ inviters: [{ first_name: 'Anna' }] });
    await people.erase('anna@example.com', 'command-line', []);
    const { db } = ports.database;
    const left = [
      await db.selectFrom('inviters').selectAll().execute(),
      await db.selectFrom('registration_codes').selectAll().execute(),
      await db.selectFrom('generated_links').selectAll().execute(),
      await db.selectFrom('audit_entries').selectAll().execute(),
    ];
    expect(left.map(({ length }) => length)).toEqual([1, 2, 1, 3]);
    expect(JSON.stringify(left)).not.toMatch(/anna/i);
  });

  test('what an earlier release noted of links is known by the inviter from now on, no longer by the code', async () => {
    const { members, staff, ports } = await start({ site });
    const { db } = ports.database;
    await members.createCode(asked());
    const key = 'a key of twenty-two characters';
    const made = await members.generateLink({ form: { code: 'ANNA-50' }, actor: 'admin', idempotencyKey: key });
    const link = made.outcome === 'generated' ? made.link.code : '';
    const entry = { id: 'old', at: '2026-11-01T10:00:00.000Z', actor: 'admin', action: 'link.generate' };
    await db
      .insertInto('audit_log')
      .values({ ...entry, subject: link, details: '{"from":"ANNA50"}' })
      .execute();
    await auditedLinks.up(db);
    const [now, before] = (await staff.readAudit(9)).filter(({ action }) => action === 'link.generate');
    expect(now).toMatchObject({ subject: expect.stringMatching(/^[\w-]{22}$/), after: { link } });
    expect(before).toMatchObject({ id: 'old', subject: now?.subject, details: JSON.stringify({ link }) });
  });

  test('a blocked code is refused until it is opened again, and its inviter’s other links with the inviter', async () => {
    const { members, staff } = await start({ site });
    await members.createCode(asked());
    const made = await members.generateLink({
      form: { code: 'ANNA-50' },
      actor: 'admin',
      idempotencyKey: 'a key of twenty-two characters',
    });
    if (made.outcome !== 'generated') throw new Error('Expected a link.');
    const { code: link, validityTimestamp } = made.link;
    const state = async () => [
      await members.checkCode({ code: 'ANNA-50', ...check }),
      await members.checkCode({ code: link, validityTimestamp, ...check }),
    ];
    const block = (what: 'code' | 'inviter', to: 'blocked' | 'active') =>
      members.blockCode({ code: 'anna50', what, state: to, actor: 'command-line' });
    expect(await state()).toMatchObject([{ outcome: 'valid' }, { outcome: 'valid' }]);
    expect(await block('code', 'blocked')).toEqual({ outcome: 'changed', others: 1 });
    expect(await state()).toMatchObject([{ error: 'REGISTRATION_CODE_INVALID' }, { outcome: 'valid' }]);
    expect(await block('code', 'blocked')).toEqual({ outcome: 'unchanged' });
    expect(await members.register(request({ code: 'ANNA-50' }))).toMatchObject({ outcome: 'refused' });
    expect(await block('inviter', 'blocked')).toMatchObject({ outcome: 'changed' });
    expect(await block('code', 'active')).toMatchObject({ outcome: 'changed' });
    expect(await state()).toMatchObject([{ error: 'INVITER_INVALID' }, { error: 'INVITER_INVALID' }]);
    expect((await members.listCodes({ code: 'ANNA-50', limit: 9 })).codes).toMatchObject([
      { state: 'inviter blocked' },
      { state: 'inviter blocked' },
    ]);
    expect((await members.listCodes({ code: null, limit: 9 })).total).toBe(1);
    expect(await block('inviter', 'active')).toMatchObject({ outcome: 'changed' });
    expect(await state()).toMatchObject([{ outcome: 'valid' }, { outcome: 'valid' }]);
    expect(await members.blockCode({ code: 'OTHER', what: 'code', state: 'blocked', actor: 'x' })).toEqual({
      outcome: 'unknown',
    });
    const actions = (await staff.readAudit(20)).map(({ action }) => action).toSorted();
    expect(actions).toEqual(
      ['code.block', 'code.create', 'code.unblock', 'inviter.block', 'inviter.unblock', 'link.generate'].toSorted(),
    );
  });
});
