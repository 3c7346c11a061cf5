import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { addCode, balance, bench, engines, type TestBackend, unlimited } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { canary, dumpTables, findTexts, leaveTraces, type Left } from '#tests/helpers/personal-data.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

const settings = { limits: unlimited, accountEnumeration: 'prevent', minimumResponseTimeMs: 1 } as const;

/** Tables, and every file of the data folder. */
async function everything(backend: TestBackend, dataDir: string): Promise<ReadonlyMap<string, Uint8Array | string>> {
  const files = await readdir(dataDir);
  const contents = await Promise.all(files.map(async (file) => [file, await readFile(join(dataDir, file))] as const));
  return new Map<string, Uint8Array | string>([...(await dumpTables(backend.ports.database.db)), ...contents]);
}

describe.each(engines)('after an erasure on %s', (engine) => {
  const { start, location } = bench(engine);

  test('nothing names the person: no table, free page, log, list of erasures or page; others keep everything', async () => {
    const where = await location();
    const backend = await start({ ...where, settings });
    await addCode(backend, 'PLACES', 100);
    const server = await serveRegistration(backend, { ACCOUNT_ENUMERATION: 'prevent' });
    const left: Left[] = [];
    for (let number = 0; number < 6; number += 1) left.push(await leaveTraces(backend, canary(number)));
    const seen = async ({ cookie }: Left): Promise<string> =>
      (await server.visitor({ cookie: `__Host-session=${cookie}` }).get('/de/registration/formfinished')).body;
    const [stays, ...goes] = left;
    if (stays === undefined) throw new Error('No person is left to stay.');
    const pages = async () =>
      new Map(await Promise.all(goes.map(async (each, at) => [`page ${at}`, await seen(each)] as const)));
    await pages();
    expect(findTexts(await everything(backend, where.dataDir), left).length).toBeGreaterThan(6 * 15);

    for (const { person } of goes) {
      const answer = await backend.people.erase(person.email, 'admin', [person.visitor]);
      expect(answer).toMatchObject({ outcome: 'erased', wiped: true });
    }
    const now = await everything(backend, where.dataDir);
    expect(findTexts(now, goes)).toEqual([]);
    // A look-up that a busy machine does not answer in time shows what the visitor's own cookie holds.
    await expect.poll(async () => findTexts(await pages(), goes)).toEqual([]);
    expect(findTexts(new Map([['log', server.log()]]), left)).toEqual([]);
    expect(findTexts(new Map(goes.map(({ cookie }, at) => [`cookie ${at}`, cookie])), goes)).toEqual([]);
    expect(findTexts(now, [stays]).length).toBeGreaterThan(15);
    const { issued, free, pending, active } = await balance(backend, 'PLACES');
    expect(free + pending + active).toBe(issued);
    expect(Object.values((await backend.people.export(goes[0]?.person.email ?? '')) ?? {}).flat()).toEqual([]);
  });

  test('what a naive erasure of the account alone leaves is found', async () => {
    const where = await location();
    const backend = await start({ ...where, settings });
    await addCode(backend, 'PLACES', 100);
    const left = [await leaveTraces(backend, canary(1))];
    await backend.ports.database.db.deleteFrom('members').where('last_name', 'like', 'Qz%').execute();
    expect(findTexts(await everything(backend, where.dataDir), left).length).toBeGreaterThan(5);
  });

  test('mail that waits is not sent, and one that a worker holds is not tried again', async () => {
    const backend = await start({ settings });
    await addCode(backend, 'PLACES', 100);
    await leaveTraces(backend, canary(1));
    const { db } = backend.ports.database;
    const mails = await db.selectFrom('outbox').select('id').where('recipient', 'like', '%qz%').execute();
    expect(mails.length).toBeGreaterThan(3);
    await db.updateTable('outbox').set({ status: 'queued' }).execute();
    await backend.people.erase(canary(1).email, 'admin');
    await backend.outbox.sendNow();
    expect(await db.selectFrom('outbox').select('recipient').where('recipient', 'like', '%qz%').execute()).toEqual([]);
  });

  test('an address that an account left behind says nothing of the account, which stays', async () => {
    const backend = await start({ settings });
    await addCode(backend, 'PLACES', 100);
    const { person } = await leaveTraces(backend, canary(1));
    await backend.people.erase(person.earlier, 'admin');
    const stored = (await backend.people.export(person.email)) ?? {};
    expect(stored['members']?.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(person.earlier);
  });

  test('a colleague gets what the account and its API clients did, only by command, and goes once the account is disabled', async () => {
    const backend = await start({ settings });
    const { db } = backend.ports.database;
    const at = '2026-11-30T08:00:00.000Z';
    const account = { id: 'a1', email: 'Ada@Example.com', email_canonical: 'ada@example.com', name: 'Ada' };
    const later = '2027-11-30T08:00:00.000Z';
    await db
      .insertInto('admins')
      .values({ ...account, password_hash: null, oidc_subject: null, created_at: at, disabled_at: null })
      .execute();
    await db
      .insertInto('program_tokens')
      .values({
        id: 't1',
        name: 'Agent',
        token_hash: 'h',
        scopes: '[]',
        inviter_id: null,
        created_by: 'a1',
        created_at: at,
        expires_at: later,
        seen_at: null,
      })
      .execute();
    for (const [id, author] of [
      ['by hand', 'a1'],
      ['by an agent', 'program:t1'],
      ['of others', 'a2'],
    ] as const) {
      await db
        .insertInto('drafts')
        .values({ id, name: id, created_by: author, created_at: at, changed_at: at })
        .execute();
      await db.insertInto('draft_authors').values({ draft: id, author }).execute();
    }
    const all = { includesStaff: true };
    expect(Object.values((await backend.people.export('ada@example.com')) ?? {}).flat()).toEqual([]);
    const stored = (await backend.people.export('ada@example.com', [], all)) ?? {};
    expect(stored['admins']).toEqual([expect.objectContaining({ name: 'Ada' })]);
    expect(stored['drafts']?.map((draft) => ('name' in draft ? draft.name : '')).toSorted()).toEqual([
      'by an agent',
      'by hand',
    ]);

    await backend.people.erase('ada@example.com', 'admin', [], all);
    expect(await db.selectFrom('admins').select('id').execute()).toHaveLength(1);
    await db.updateTable('admins').set({ disabled_at: at }).execute();
    await backend.people.erase('ada@example.com', 'support');
    expect(await db.selectFrom('admins').select('id').execute()).toHaveLength(1);
    expect(await backend.people.erase('ada@example.com', 'admin', [], all)).toMatchObject({ rows: { admins: 1 } });
    expect(JSON.stringify([...(await dumpTables(db))].map(([, text]) => String(text)))).not.toMatch(/ada@example/i);
    expect(await db.selectFrom('drafts').select('id').execute()).toHaveLength(3);
  });

  test('an older back-up is erased again at its first start, but not a person who came back later', async () => {
    const where = await location();
    const options = { ...where, settings };
    const backend = await start(options);
    await addCode(backend, 'PLACES', 100);
    const left = [await leaveTraces(backend, canary(1)), await leaveTraces(backend, canary(2))] as const;
    const copy = join(where.dataDir, 'copy');
    const file = join(where.dataDir, 'vitrine.sqlite');
    if (engine === 'sqlite') {
      const source = new DatabaseSync(file, { readOnly: true });
      await backup(source, copy);
      source.close();
    }
    await backend.people.erase(left[0].person.email, 'admin', [left[0].person.visitor]);
    await backend.close();

    // SQLite: the copy of before. PostgreSQL: another database with the same people in it.
    let restored = { ...options };
    if (engine === 'sqlite') {
      for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true });
      await copyFile(copy, file);
      await rm(copy);
    } else {
      const { databaseUrl } = await location();
      const older = await start({ ...(await location()), databaseUrl, settings });
      await addCode(older, 'PLACES', 100);
      for (const { person } of left) await leaveTraces(older, person);
      restored = { ...options, databaseUrl };
    }
    const after = await start(restored);
    // What experiments noted is found by what the browser keeps, which the list has not.
    const ofPerson = (await after.people.export(left[0].person.email)) ?? {};
    expect(Object.entries(ofPerson).filter(([, rows]) => rows.length > 0)).toEqual([]);
    const tables = await dumpTables(after.ports.database.db);
    const named = findTexts(tables, [left[0]]).filter(
      (found) => !/table (?:(?:phase_)?exposures|conversions)/.test(found),
    );
    expect(named).toEqual([]);
    expect(((await after.people.export(left[1].person.email)) ?? {})['members']?.length).toBeGreaterThan(0);

    await leaveTraces(after, { ...left[0].person, mark: canary(3).mark, visitor: 'other' });
    const later = await start(restored);
    expect(((await later.people.export(left[0].person.email)) ?? {})['members']?.length).toBeGreaterThan(0);
    expect(await later.people.erasures()).toHaveLength(1);
  });

  test('under a secret that is gone, no older back-up starts without its erasures', async () => {
    const where = await location();
    const backend = await start({ ...where, settings });
    await addCode(backend, 'PLACES', 100);
    await leaveTraces(backend, canary(1));
    await backend.people.erase(canary(1).email, 'admin');
    await backend.ports.database.db.deleteFrom('erasures').execute();
    await expect(start({ ...where, secret: 'another secret that replaced the first one' })).rejects.toThrow(
      /was made under a secret that is not part of SECRET any more/,
    );
    const both = await start({ ...where, secret: `another secret that replaced the first one,${SECRET}` });
    expect(await both.people.erasures()).toHaveLength(1);
  });
});
