import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allMigrations } from '#server/app/module-definitions.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { type Db, openDatabase } from '#server/platform/database/open-database.ts';
import { bench, engines } from '#tests/helpers/backend.ts';
import { unstatedGender } from './0026-unstated-gender.ts';

const earlier = allMigrations.filter(({ name }) => name < unstatedGender.name);
/** Without what came after it. */
const upToIt = allMigrations.filter(({ name }) => name <= unstatedGender.name);
const NOW = '2026-11-20T10:00:00.000Z';

const addMember = (db: Db, id: string, gender: string) =>
  sql`insert into members (id, state, email, email_canonical, gender, first_name, last_name, locale, country, code, inviter_id,
    attribution, registered_at, pending_until)
    values (${id}, 'active', ${id}, ${id}, ${gender}, 'Ida', 'Blanc', 'de', 'DE', 'ANNA50', 'house', ${`of ${id}`}, ${NOW}, ${NOW})`.execute(
    db,
  );

describe.each(engines)('the third answer on %s', (engine) => {
  const { emptyLocation } = bench(engine);

  /** A database of the release before, with members and what hangs on them. */
  async function previous() {
    const { databaseUrl, dataDir } = await emptyLocation();
    const where = databaseUrl ?? `${dataDir}/vitrine.sqlite`;
    await migrate(where, earlier);
    const database = await openDatabase(where);
    onTestFinished(() => database.close());
    const { db } = database;
    await sql`insert into inviters (id, kind, state, created_at) values ('house', 'house', 'active', ${NOW})`.execute(
      db,
    );
    await addMember(db, 'ida@example.com', 'woman');
    await addMember(db, 'ole@example.com', 'man');
    await sql`insert into newsletter_consents (id, member_id, email_canonical, text, version, locale, given_at)
      values ('consent', 'ida@example.com', 'ida@example.com', 'Yes', '1', 'de', ${NOW})`.execute(db);
    await sql`insert into earlier_addresses (member_id, email_canonical, left_at)
      values ('ole@example.com', 'old@example.com', ${NOW})`.execute(db);
    return { db, where };
  }

  const rows = async (db: Db, table: string) =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by 1`.execute(db)).rows;
  const indexes = async (db: Db) =>
    (
      await sql<{ name: string }>`${sql.raw(
        engine === 'postgres'
          ? "select indexname as name from pg_indexes where tablename = 'members' order by 1"
          : "select name from sqlite_schema where tbl_name = 'members' and type = 'index' and sql is not null order by 1",
      )}`.execute(db)
    ).rows.map(({ name }) => name);

  test('comes to a database with members, who keep all they have', async () => {
    const { db, where } = await previous();
    const tables = ['members', 'newsletter_consents', 'earlier_addresses', 'inviters'];
    const before = await Promise.all(tables.map((table) => rows(db, table)));
    const indexesBefore = await indexes(db);
    expect(indexesBefore).toContain('members_by_shadow_of');
    await expect(addMember(db, 'kim@example.com', 'unstated')).rejects.toThrow(/gender_known/);
    await migrate(where, upToIt);
    expect(await Promise.all(tables.map((table) => rows(db, table)))).toEqual(before);
    expect(await indexes(db)).toEqual(indexesBefore);
    await addMember(db, 'kim@example.com', 'unstated');
    await expect(addMember(db, 'x@example.com', 'other')).rejects.toThrow(/gender_known/);
  });

  test('leaves every rule about members as it was: addresses once, inviters that exist, and what goes with a member', async () => {
    const { db, where } = await previous();
    await migrate(where, allMigrations);
    await expect(addMember(db, 'ida@example.com', 'woman')).rejects.toThrow(/unique/i);
    await expect(sql`update members set inviter_id = 'nobody'`.execute(db)).rejects.toThrow(/foreign key/i);
    await sql`delete from members where id = 'ida@example.com'`.execute(db);
    expect(await rows(db, 'newsletter_consents')).toEqual([]);
    expect(await rows(db, 'earlier_addresses')).toHaveLength(1);
  });

  test('can be added while the release before serves, which goes on writing its two', async () => {
    const { db, where } = await previous();
    await migrate(where, allMigrations, { expandOnly: true });
    await addMember(db, 'eva@example.com', 'woman');
    await migrate(where, earlier);
    expect(await rows(db, 'members')).toHaveLength(3);
  });
});
