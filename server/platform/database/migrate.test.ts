import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { createBackend } from '#server/app/backend.ts';
import { allMigrations } from '#server/app/module-definitions.ts';
import { plainSite } from '#tests/helpers/plain-site.ts';
import { listInvalidIndexes } from './concurrent-indexes.ts';
import { runMigrations, migrate } from './migrate.ts';
import {
  mergeMigrations,
  type DatabaseMigration,
  computeNextMigrationNumber,
  type SchemaMigration,
} from './migration-steps.ts';
import { type Db, openDatabase } from './open-database.ts';
import { readSchemaState } from './schema-state.ts';

const things: SchemaMigration = {
  name: '0001-things',
  phase: 'expand',
  up: (db) => db.schema.createTable('things').addColumn('size', 'integer').execute(),
};
const colours: SchemaMigration = {
  name: '0002-colours',
  phase: 'expand',
  up: (db) => db.schema.alterTable('things').addColumn('colour', 'text').execute(),
};
const sizes = { name: '0003-sizes', indexes: [{ index: 'things_by_size', table: 'things', columns: ['size'] }] };
const noColours: SchemaMigration = {
  name: '0004-no-colours',
  phase: 'contract',
  up: (db) => db.schema.alterTable('things').dropColumn('colour').execute(),
};
const all: readonly DatabaseMigration[] = [things, colours, sizes, noColours];

const answer = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: Error) => `${error.name}: ${error.message}`,
  );
const insert = (db: Db) => sql`insert into things (size) values (1)`.execute(db);

describe.each(engines)('migrations on %s', (engine) => {
  const { emptyLocation } = bench(engine);
  const place = async () => {
    const { databaseUrl, dataDir } = await emptyLocation();
    return databaseUrl ?? `${dataDir}/vitrine.sqlite`;
  };
  const open = async (where: string) => {
    const database = await openDatabase(where);
    onTestFinished(() => database.close());
    return database.db;
  };
  const ranOn = async (db: Db) => (await readSchemaState(db, [])).ran;

  test('run in the order of their names, each once, and say so', async () => {
    const where = await place();
    const db = await open(where);
    const done: string[] = [];
    const onDone = (name: string) => void done.push(name);
    await migrate(where, [noColours, sizes, things, colours], { onDone });
    await migrate(where, all, { onDone });
    expect(done).toEqual(['0001-things', '0002-colours', '0003-sizes', '0004-no-colours']);
    const tables = await db.introspection.getTables();
    expect(tables.find(({ name }) => name === 'things')?.columns.map(({ name }) => name)).toEqual(['size']);
  });

  test('that only add are run apart from the others', async () => {
    const where = await place();
    const db = await open(where);
    await migrate(where, all, { expandOnly: true });
    expect(await ranOn(db)).toEqual(['0001-things', '0002-colours', '0003-sizes']);
    expect(await answer(runMigrations(db, where, all, false))).toBe('accepted');
    await migrate(where, all);
    expect(await ranOn(db)).toHaveLength(4);
  });

  test('of a newer release are accepted when they only added something, and stop an earlier release otherwise', async () => {
    const where = await place();
    const db = await open(where);
    const earlier = [things];
    await migrate(where, all, { expandOnly: true });
    expect(await answer(runMigrations(db, where, earlier, true))).toBe('accepted');
    await migrate(where, earlier);
    await migrate(where, all);
    const refusal =
      /^UserError: A newer release has changed this database .* \("0004-no-colours"\)\. Start that release/;
    expect(await answer(runMigrations(db, where, earlier, true))).toMatch(refusal);
    expect(await answer(migrate(where, earlier))).toMatch(refusal);
    expect(await answer(runMigrations(db, where, all, false))).toBe('accepted');
  });

  test('without a recorded phase stop an earlier release', async () => {
    const where = await place();
    const db = await open(where);
    await migrate(where, [things, colours]);
    await sql`delete from migration_phases`.execute(db);
    expect(await answer(runMigrations(db, where, [things], true))).toContain('("0002-colours")');
  });

  test('go on after an earlier release was put back in between', async () => {
    const where = await place();
    const db = await open(where);
    await migrate(where, [things, colours, sizes]);
    await migrate(where, [things]);
    await migrate(where, all);
    expect(await ranOn(db)).toHaveLength(4);
  });

  test('are left to the step of its own by a server that is set to, which says what to do', async () => {
    const where = await place();
    const db = await open(where);
    const start = (parts: readonly DatabaseMigration[]) => answer(runMigrations(db, where, parts, false));
    expect(await start([things])).toMatch(
      /^UnavailableError: The database has no tables yet\. Run "npm run database -- migrate"/,
    );
    await migrate(where, [things]);
    expect(await start([things, colours])).toContain('"0002-colours" did not run yet');
    expect(await ranOn(db)).toEqual(['0001-things']);
  });

  test('that fail leave nothing behind and are named', async () => {
    const where = await place();
    const db = await open(where);
    const broken: SchemaMigration = {
      name: '0002-broken',
      phase: 'expand',
      async up(tx) {
        await tx.schema.createTable('half').addColumn('size', 'integer').execute();
        await sql`select nonsense`.execute(tx);
      },
    };
    expect(await answer(migrate(where, [things, broken]))).toMatch(
      /^UnavailableError: .*"0002-broken" failed \(.*nonsense/,
    );
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('half');
  });

  test('may be started by several processes at once, indexes among them', async () => {
    const where = await place();
    const db = await open(where);
    await Promise.all(Array.from({ length: 4 }, () => migrate(where, all)));
    expect(await ranOn(db)).toHaveLength(4);
  });

  test('of the product are known to the server that does not run them itself', async () => {
    const given = await emptyLocation();
    const server = () =>
      createBackend({
        ...given,
        migrates: false,
        secret: SECRET,
        mailFrom: 'hello@example.com',
        site: plainSite({ name: 'Maison Cercle', publicOrigin: 'https://www.example.com' }),
      });
    expect(await answer(server())).toContain('The database has no tables yet.');
    await migrate(given.databaseUrl ?? `${given.dataDir}/vitrine.sqlite`, allMigrations);
    await (await server()).close();
  });
});

describe.runIf(engines.includes('postgres'))('migrations on a busy PostgreSQL', () => {
  const { emptyLocation } = bench('postgres');
  const prepared = async (...parts: DatabaseMigration[]) => {
    const where = (await emptyLocation()).databaseUrl ?? '';
    await migrate(where, parts);
    // Without limits of its own, as behind a pooler: on a busy machine a statement may wait for long and still end.
    const database = await openDatabase(where, undefined, { max: 10, warm: 0, isPooled: true });
    onTestFinished(() => database.close());
    return { where, db: database.db };
  };
  const indexes = sizes.indexes;
  const waitsFor = async (db: Db, statement: string): Promise<void> => {
    const waiting = sql`select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and query like ${`%${statement}%`} and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await waiting.execute(db)).rows).toHaveLength(1);
  };

  test('build an index while rows are written', async () => {
    const { where, db } = await prepared(things);
    let migrated: Promise<void> | undefined;
    await db.transaction().execute(async (tx) => {
      await insert(tx);
      migrated = migrate(where, [things, sizes]);
      await waitsFor(db, 'create index concurrently');
      await insert(db);
    });
    await migrated;
    expect(await listInvalidIndexes(db, indexes)).toEqual([]);
    expect((await sql`select 1 from pg_indexes where indexname = 'things_by_size'`.execute(db)).rows).toHaveLength(1);
  });

  test.each([
    ['before it was noted', [things]],
    ['after it was noted', [things, sizes]],
  ])('build an index anew that was left behind unusable, %s', async (_, ran) => {
    const { where, db } = await prepared(...ran);
    await sql`create index if not exists things_by_size on things (size)`.execute(db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'things_by_size'::regclass`.execute(db);
    expect(await listInvalidIndexes(db, indexes)).toEqual(['things_by_size']);
    await migrate(where, [things, sizes]);
    expect(await listInvalidIndexes(db, indexes)).toEqual([]);
  });

  test('that lock a table block others no longer than the lock timeout', async () => {
    const { where, db } = await prepared(things);
    let migrated: Promise<void> | undefined;
    await db.transaction().execute(async (tx) => {
      await insert(tx);
      migrated = migrate(where, [things, colours]);
      await waitsFor(db, 'alter table "things"');
      // Queues behind the migration until that lets go.
      await insert(db);
    });
    await migrated;
    expect((await readSchemaState(db, [])).ran).toEqual(['0001-things', '0002-colours']);
  });
});

describe('migrations of several modules', () => {
  const part = (name: string, number: number | undefined, ran: string[]): SchemaMigration => ({
    name,
    phase: 'expand',
    part: number,
    up: async () => void ran.push(`${name}/${number ?? 1}`),
  });

  test('run the parts of one name by their numbers, wherever they were listed', async () => {
    const ran: string[] = [];
    const joined = mergeMigrations([part('0001-a', 2, ran), part('0002-b', undefined, ran), part('0001-a', 1, ran)]);
    const database = await openDatabase(':memory:');
    for (const step of joined) await step.up(database.db);
    await database.close();
    expect(ran).toEqual(['0001-a/1', '0001-a/2', '0002-b/1']);
  });

  test('are refused when two parts would run at the same place, or inside and outside of a transaction', () => {
    expect(() => mergeMigrations([part('0001-a', 1, []), part('0001-a', undefined, [])])).toThrow('"0001-a"');
    expect(() => mergeMigrations([part('0003-sizes', 1, []), sizes])).toThrow('"0003-sizes"');
  });

  test('are numbered over all folders: the next one gets a number that none of them has', () => {
    expect(computeNextMigrationNumber(mergeMigrations([part('0001-a', 1, []), part('0019-b', 1, [])]))).toBe('0020');
    expect(computeNextMigrationNumber([])).toBe('0001');
  });

  test('take away where one part does', () => {
    expect(mergeMigrations([part('0004-no-colours', 2, []), noColours])[0]?.phase).toBe('contract');
  });

  test('keep the names under which databases know that they ran', () => {
    expect(mergeMigrations(allMigrations).map(({ name, phase }) => `${name} ${phase}`)).toEqual([
      '0001-start expand',
      '0002-access-tokens expand',
      '0003-experiments expand',
      '0004-privacy expand',
      '0005-audited-links expand',
      '0006-leases expand',
      '0007-retention-indexes expand',
      '0008-attribution expand',
      '0009-staff-groups expand',
      '0010-exposure-export expand',
      '0011-exposure-export-index expand',
      '0012-audit-chain expand',
      '0013-phases expand',
      '0014-program-tokens expand',
      '0015-experiment-stops expand',
      '0016-passkeys expand',
      '0017-confirmed-sessions expand',
      '0019-agreed-counts expand',
      '0020-exposures-by-visitor expand',
      '0021-token-issuers expand',
      '0023-page-exposures expand',
      '0026-unstated-gender expand',
      '0027-registration-days expand',
      '0028-paints expand',
      '0031-trust expand',
      '0032-publications expand',
      '0033-preview-links expand',
      '0034-form-entries expand',
      '0035-webhook-deliveries expand',
      '0036-draft-authors expand',
      '0037-experiment-changes expand',
      '0038-admin-lists expand',
      '0039-inviter-names expand',
      '0040-uploads expand',
      '0041-form-confirmations expand',
      '0042-staff-invitations expand',
      '0043-last-used-codes expand',
      '0044-duplicates expand',
      '0045-error-counts expand',
      '0046-conversion-hours expand',
      '0047-inviter-orders expand',
      '0048-calendar-feeds expand',
      '0049-draft-submissions expand',
      '0050-draft-mails expand',
    ]);
  });
});
