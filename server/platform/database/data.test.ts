import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addCode, bench, engines, START, unlimited } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { createBackend } from '#server/app/backend.ts';
import { assertNoClockSkew } from '#server/platform/database/clock-skew.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { countHit, getRateLimitKey } from '#server/platform/limits/rate-limit.ts';
import { allMigrations, retentionRules } from '#server/app/module-definitions.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';

describe.each(engines)('the database on %s', (engine) => {
  const { start, location } = bench(engine);
  const open = async () => {
    const { databaseUrl, dataDir } = await location();
    return databaseUrl ?? `${dataDir}/vitrine.sqlite`;
  };

  test('several processes may start on an empty database at once', async () => {
    const place = await open();
    const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place)));
    await Promise.all(databases.map(() => migrate(place, allMigrations)));
    const tables = await databases[0]?.db.introspection.getTables();
    expect(tables?.map(({ name }) => name)).toContain('outbox');
    await Promise.all(databases.map((database) => database.close()));
  });

  test('refuses a balance that does not add up, is below zero or has no inviter, with the same kind of error', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    const { db } = backend.ports.database;
    const readKind = (query: Promise<unknown>) => query.then(() => 'accepted', classifyDatabaseError);
    expect(await readKind(db.updateTable('inviters').set({ free: 2 }).execute())).toBe('check');
    expect(await readKind(db.updateTable('inviters').set({ free: -1, pending: 2 }).execute())).toBe('check');
    expect(await readKind(addCode(backend, 'PLACES', 1))).toBe('unique');
    expect(await readKind(db.updateTable('registration_codes').set({ inviter_id: 'nobody' }).execute())).toBe(
      'foreign-key',
    );
    expect(await readKind(sql`select nonsense`.execute(db))).toBe('other');
  });

  test('an undone transaction leaves nothing, a failed one neither', async () => {
    const backend = await start();
    const { database } = backend.ports;
    const insert = (undoing: boolean) =>
      withTransaction<string>(database, async (tx, undo) => {
        await tx
          .insertInto('rate_limits')
          .values({ key: 'k', window_start: toTimestamp(START), expires_at: toTimestamp(START), hits: 1 })
          .execute();
        if (undoing) return undo('undone');
        throw new Error('broken');
      });
    expect(await insert(true)).toBe('undone');
    await expect(insert(false)).rejects.toThrow('broken');
    expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
  });

  test('Limits count every concurrent hit, apply to all nodes and start anew with the window', async () => {
    const place = await location();
    const [one, two] = [await start(place), await start(place)];
    const limit = { max: 10, windowSeconds: 60 };
    const hit = (index: number) =>
      countHit((index % 2 === 0 ? one : two).ports.database.db, one.ports.clock, [
        { action: 'x', subject: 'y', limit },
      ]);
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => hit(index)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(10);
    expect(await hit(0)).toEqual({ allowed: false, retryAfterSeconds: 60 });
    one.pass(60_000);
    expect(await hit(0)).toEqual({ allowed: true });
  });

  test('rows past their time are purged by the retention table, and no others', async () => {
    const backend = await start();
    const { db } = backend.ports.database;
    const row = (id: string, consented: 0 | 1, ageDays: number) => ({
      id,
      anonymous_id: id,
      session_id: 's',
      experiment: 'e',
      variation: '0',
      consented,
      attributes: '{}',
      evaluated_at: toTimestamp(START - ageDays * 86_400_000),
    });
    await db
      .insertInto('exposures')
      .values([row('fresh', 0, 0), row('stale', 0, 1), row('agreed', 1, 1), row('ancient', 1, 401)])
      .execute();
    expect((await backend.runMaintenance()).purged['exposures']).toBe(2);
    expect((await db.selectFrom('exposures').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([
      'agreed',
      'fresh',
    ]);
  });

  test('every rule of retention names a table and a column that exist', async () => {
    const backend = await start();
    const tables = new Map(
      (await backend.ports.database.db.introspection.getTables()).map(({ name, columns }) => [
        name,
        columns.map((column) => column.name),
      ]),
    );
    for (const rule of retentionRules)
      expect(tables.get(rule.table), rule.table).toEqual(
        expect.arrayContaining([rule.from, ...(rule.only ? [rule.only.column] : [])]),
      );
  });

  test('a clock that differs by more than five seconds from the database server is refused, where there is one', async () => {
    const { database } = (await start()).ports;
    const answer = (offset: number) =>
      assertNoClockSkew(database, { now: () => Date.now() + offset }).then(
        () => 'accepted',
        (error: Error) => error.message,
      );
    expect([await answer(0), await answer(3_000)]).toEqual(['accepted', 'accepted']);
    expect(await answer(60_000)).toMatch(engine === 'postgres' ? /is -\d+ ms off/ : /accepted/);
  });

  test('the demo opens, answers and closes', async () => {
    const backend = await start({ settings: { limits: unlimited } });
    await backend.members.demo.seed();
    await expect(backend.ports.database.databaseHealth.ping(10_000)).resolves.toBeUndefined();
  });
});

describe('the embedded database', () => {
  const { location } = bench('sqlite');
  const newFile = async () => `${(await location()).dataDir}/deep/vitrine.sqlite`;

  test("another process's lock delays a write, never the event loop and never a read", async () => {
    const file = await newFile();
    const database = await openDatabase(file);
    await migrate(file, allMigrations);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const steps: string[] = [];
    const write = countHit(database.db, { now: () => START }, [
      { action: 'x', subject: 'y', limit: { max: 1, windowSeconds: 1 } },
    ]).then(() => steps.push('write'));
    const read = database.db
      .selectFrom('members')
      .selectAll()
      .execute()
      .then(() => steps.push('read'));
    await read;
    await new Promise((resolve) => setTimeout(resolve, 20));
    steps.push('timer');
    other.exec('commit');
    await write;
    expect(steps).toEqual(['read', 'timer', 'write']);
    other.close();
    await database.close();
  });

  test('lies in a folder of its owner', async () => {
    const file = await newFile();
    await (await openDatabase(file)).close();
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  });

  test('reads go on while a transaction of the same process is open', async () => {
    const file = await newFile();
    const database = await openDatabase(file);
    await migrate(file, allMigrations);
    await withTransaction(database, async (tx) => {
      await tx.insertInto('rate_limits').values({ key: 'k', window_start: 'a', expires_at: 'b', hits: 1 }).execute();
      expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    });
    expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toHaveLength(1);
    await database.close();
  });

  test('writes through to the disk with every commit and keeps its foreign keys', async () => {
    const database = await openDatabase(await newFile());
    const pragma = async (name: string) =>
      Object.values(
        (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.db)).rows[0] ?? {},
      )[0];
    expect([
      await pragma('journal_mode'),
      await pragma('synchronous'),
      await pragma('foreign_keys'),
      await pragma('busy_timeout'),
    ]).toEqual(['wal', 2, 1, 0]);
    await database.close();
  });

  test('does not wait for the disk with counters, and does again with what follows them', async () => {
    const database = await openDatabase(await newFile());
    const read = async (db: Pick<typeof database.db, 'getExecutor'>) =>
      Object.values((await sql<object>`pragma synchronous`.execute(db)).rows[0] ?? {})[0];
    const during = await database.counters.transaction().execute(read);
    const after = await database.db.transaction().execute(read);
    expect([during, after]).toEqual([1, 2]);
    await database.close();
  });

  test('a query with a value that SQLite cannot hold is refused with its type', async () => {
    const database = await openDatabase(await newFile());
    await expect(sql`select ${true}`.execute(database.db)).rejects.toThrow('got boolean');
    await database.close();
  });
});

test('another scheme than PostgreSQL is refused with what was found', async () => {
  await expect(openDatabase('mysql://localhost/x')).rejects.toThrow('begins with "mysql://"');
});

test('A PostgreSQL that does not answer fails quickly and as unavailable', async () => {
  const options = {
    dataDir: '/nowhere',
    databaseUrl: 'postgresql://nobody@127.0.0.1:9/x',
    secret: SECRET,
    mailFrom: 'a@example.com',
    site: plainSite({ name: 'x', publicOrigin: 'https://x.example' }),
  };
  const error: unknown = await createBackend(options).catch((reason: unknown) => reason);
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  expect(classifyDatabaseError(cause)).toBe('unavailable');
});

test('limits see an IPv4 address, mapped or not, and the /64 of an IPv6 one', () => {
  expect(
    [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2::9',
      '2001:0db8::1',
      '::1',
      'fe80::1%eth0',
    ].map(getRateLimitKey),
  ).toEqual([
    '192.0.2.1',
    '192.0.2.1',
    '2001:db8:1:2::/64',
    '2001:db8:1:2::/64',
    '2001:db8:0:0::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
  ]);
});
