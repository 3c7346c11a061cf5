import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { withClientNetwork } from '#server/platform/requests/client-network.ts';
import { audit } from './append.ts';
import { bench, engines, type TestBackend } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';

const DAY = 86_400_000;

describe.each(engines)('the audit log on %s', (engine) => {
  const { start, location } = bench(engine);
  const note = ({ staff }: TestBackend, action: string, more: object = {}) =>
    staff.note({ actor: 'admin-1', action, ...more });
  /** As an attacker with every right in the database, without the secret. */
  async function byForce({ ports: { database } }: TestBackend, statement: string): Promise<void> {
    const off =
      engine === 'postgres'
        ? ['alter table audit_entries disable trigger all']
        : ['drop trigger if exists audit_entries_keep', 'drop trigger if exists audit_entries_stay'];
    for (const each of off) await sql.raw(each).execute(database.db);
    await sql.raw(statement).execute(database.db);
  }

  test('says who did what from where, what was there before and after, and is read by day', async () => {
    const backend = await start();
    await withClientNetwork('192.0.2.17', () =>
      note(backend, 'code.balance', { before: { places: 5 }, after: { places: 9 } }),
    );
    backend.pass(DAY);
    await withClientNetwork('2001:db8:1:2::/64', () =>
      note(backend, 'mail.revive', { subject: 'mail-1', details: { why: 'x' } }),
    );
    const rows = await backend.staff.readAudit(9);
    expect(rows).toMatchObject([
      { action: 'mail.revive', network: '2001:db8:1::/48', subject: 'mail-1', details: '{"why":"x"}', before: null },
      { action: 'code.balance', network: '192.0.2.0/24', subject: null, before: { places: 5 }, after: { places: 9 } },
    ]);
    const ask = { action: '', actor: '', offset: 0, limit: 9 };
    const found = await backend.staff.searchAudit({ ...ask, from: '2026-11-20', until: '2026-11-20' });
    expect(found.rows.map(({ action }) => action)).toEqual(['code.balance']);
    expect((await backend.staff.searchAudit({ ...ask, from: 'x', until: '2026-13-40' })).total).toBe(2);
  });

  test('the actions to choose from are those of its own log, not of a newer one of the same process', async () => {
    const actions = async ({ staff }: TestBackend) =>
      (await staff.searchAudit({ action: '', actor: '', offset: 0, limit: 1 })).actions;
    const newer = await start();
    newer.pass(DAY);
    await note(newer, 'mail.revive');
    expect(await actions(newer)).toEqual(['mail.revive']);
    const other = await start();
    await note(other, 'code.balance');
    expect(await actions(other)).toEqual(['code.balance']);
  });

  test('deeds that are noted at once are an entry each, in their order, and links of the same chain', async () => {
    const backend = await start();
    await note(backend, 'code.balance');
    const revived = ['mail-1', 'mail-2', 'mail-3'].map((subject) => ({
      actor: 'admin-1',
      action: 'mail.revive',
      subject,
    }));
    await backend.staff.note(...revived);
    await backend.staff.note();
    await note(backend, 'code.balance');
    const rows = await backend.staff.readAudit(9);
    expect(rows.map(({ subject }) => subject)).toEqual([null, 'mail-3', 'mail-2', 'mail-1', null]);
    expect((await backend.staff.verifyAudit()).problems).toEqual([]);
  });

  test('the database itself refuses to change and to forget an entry', async () => {
    const backend = await start();
    const { db } = backend.ports.database;
    await note(backend, 'mail.revive');
    const refused = /append-only/;
    await expect(db.updateTable('audit_entries').set({ actor: 'nobody' }).execute()).rejects.toThrow(refused);
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(refused);
    const whole = engine === 'postgres' ? 'truncate audit_entries' : 'delete from audit_entries';
    await expect(sql.raw(whole).execute(db)).rejects.toThrow(refused);
    expect(await backend.staff.readAudit(9)).toHaveLength(1);
  });

  test('whatever is changed, removed, inserted or cut off by force is found', async () => {
    const backend = await start();
    const { db } = backend.ports.database;
    for (const action of ['a.one', 'a.two', 'a.three', 'a.four']) await note(backend, action);
    const whole = await backend.staff.verifyAudit();
    expect(whole).toMatchObject({
      problems: [],
      chains: [
        { chain: 'deeds', entries: 4 },
        { chain: 'attempts', entries: 0 },
      ],
    });
    const head = whole.chains[0]?.head ?? '';
    const problems = async (anchors: readonly string[] = []) => (await backend.staff.verifyAudit(anchors)).problems;

    await byForce(backend, `update audit_entries set actor = 'nobody' where seq = 2`);
    expect(await problems()).toEqual([expect.stringMatching(/^deeds 2 .*not what was written/)]);
    await byForce(backend, `update audit_entries set actor = 'admin-1' where seq = 2`);
    expect(await problems()).toEqual([]);
    const [last] = await db.selectFrom('audit_entries').selectAll().where('seq', '=', 4).execute();
    await byForce(backend, 'delete from audit_entries where seq = 4');
    // Nothing in the database knows of it; anyone who kept the head does.
    expect(await problems()).toEqual([]);
    expect(await problems([head])).toEqual([`The head ${head}, which was noted earlier, is part of no chain.`]);
    if (last)
      await db
        .insertInto('audit_entries')
        .values({ ...last, seq: 5 })
        .execute();
    expect(await problems()).toEqual([
      expect.stringMatching(/1 entries before it are missing/),
      expect.stringMatching(/^deeds 5/),
    ]);
  });

  test('a person is named until the erasure, which changes no entry; another secret cannot check', async () => {
    const where = await location();
    const backend = await start(where);
    const { db } = backend.ports.database;
    await note(backend, 'person.correct', { person: 'member-1', before: { email: 'a@example.com' } });
    await note(backend, 'person.view', { person: 'member-1' });
    await note(backend, 'person.view', { person: 'member-2' });
    expect(await backend.staff.readAudit(9)).toMatchObject([
      { subject: 'member-2', erased: false },
      { subject: 'member-1' },
      { subject: 'member-1', before: { email: 'a@example.com' } },
    ]);
    const stored = await db.selectFrom('audit_entries').selectAll().execute();
    expect(JSON.stringify(stored)).not.toMatch(/member-|example\.com/);
    expect(new Set(stored.map(({ person }) => person)).size).toBe(2);
    await db.deleteFrom('audit_people').where('subject', '=', 'member-1').execute();
    expect(await backend.staff.readAudit(9)).toMatchObject([
      { subject: 'member-2', erased: false },
      { action: 'person.view', actor: 'admin-1', subject: null, erased: true },
      { action: 'person.correct', subject: null, before: null, erased: true },
    ]);
    expect((await backend.staff.verifyAudit()).problems).toEqual([]);

    const next = 'another secret that is long enough for that';
    const strange = await start({ ...where, secret: next });
    expect((await strange.staff.verifyAudit()).problems[0]).toMatch(/not part of SECRET any more/);
    await note(strange, 'person.view', { person: 'member-2' });
    expect((await strange.staff.readAudit(1))[0]).toMatchObject({ subject: 'member-2', erased: false });
    const both = await start({ ...where, secret: `${next},${SECRET}` });
    expect((await both.staff.verifyAudit()).problems).toEqual([]);
  });

  test('months past their time go whole behind a signed head, and nothing else does', async () => {
    const backend = await start();
    const { db } = backend.ports.database;
    await note(backend, 'a.one', { person: 'member-1' });
    await note(backend, 'a.two');
    backend.pass(20 * DAY);
    await note(backend, 'a.three');
    const { chains } = await backend.staff.verifyAudit();
    backend.pass(719 * DAY);
    await backend.runMaintenance();
    expect(await backend.staff.readAudit(9)).toHaveLength(3);
    backend.pass(2 * DAY);
    expect((await backend.runMaintenance()).purged).toMatchObject({ audit_entries: 2 });
    expect((await backend.staff.readAudit(9)).map(({ action }) => action)).toEqual(['a.three']);
    expect(await db.selectFrom('audit_people').selectAll().execute()).toEqual([]);
    await note(backend, 'a.four');
    const after = await backend.staff.verifyAudit([chains[0]?.head ?? '']);
    expect(after).toMatchObject({ problems: [], chains: [{ entries: 2, months: 1 }, { months: 0 }] });
    await expect(db.deleteFrom('audit_heads').execute()).rejects.toThrow(/append-only/);
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow(/append-only/);
    // A head that was put there to get rid of what came later.
    const [head] = await db.selectFrom('audit_heads').selectAll().execute();
    if (head)
      await db
        .insertInto('audit_heads')
        .values({ ...head, first_seq: 3, last_seq: 4 })
        .execute();
    await db.deleteFrom('audit_entries').execute();
    expect((await backend.staff.verifyAudit()).problems.join()).toMatch(/its signature is not ours/);
  });

  test('deeds at one time on two processes are in one chain, and a deed that failed in none', async () => {
    const where = await location();
    const [one, two] = [await start(where), await start(where)];
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        note(number % 2 === 0 ? one : two, 'a.deed', { person: `m-${number % 3}` }),
      ),
    );
    const { ports } = one;
    const failed = ports.database.db.transaction().execute(async (tx) => {
      await audit(tx, ports, { actor: 'admin-1', action: 'a.failure', person: 'm-9' });
      throw new Error('It failed.');
    });
    await expect(failed).rejects.toThrow('It failed.');
    expect(await two.staff.verifyAudit()).toMatchObject({ problems: [], chains: [{ entries: 12 }, {}] });
    expect(await two.ports.database.db.selectFrom('audit_people').select('subject').execute()).toHaveLength(3);
  });
});
