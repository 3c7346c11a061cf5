import { PostgresAdapter, sql } from 'kysely';
import { InternalError } from '#engine/shared/errors.ts';
import { buildEnumCheck, type Schema } from '#server/platform/database/schema.ts';

interface CodeText {
  readonly table: string;
  /** Created by `addEnumColumn`. */
  readonly column: string;
  readonly words: readonly string[];
}

/**
 * Replaces the allowed values of a column. PostgreSQL replaces the constraint. SQLite cannot: the table is rebuilt with rows, indexes and foreign keys as
 * its documentation describes (https://www.sqlite.org/lang_altertable.html#otheralter); migrations run without foreign keys there, so that
 * dropping the old table deletes no other rows.
 */
export async function replaceEnum(db: Schema, change: CodeText): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) await exchangeConstraint(db, change);
  else await makeAnew(db, change);
}

async function exchangeConstraint(db: Schema, { table, column, words }: CodeText): Promise<void> {
  const name = sql.id(`${column}_known`);
  await sql`alter table ${sql.table(table)} drop constraint ${name}, add constraint ${name} check (${buildEnumCheck(column, words)})`.execute(
    db,
  );
}

async function makeAnew(db: Schema, { table, column, words }: CodeText): Promise<void> {
  const parts = await sql<{ type: string; sql: string }>`select type, sql from sqlite_schema
    where tbl_name = ${table} and type in ('table', 'index') and sql is not null`.execute(db);
  const made = parts.rows.find(({ type }) => type === 'table')?.sql ?? '';
  const constraint = new RegExp(`(constraint "${column}_known" check )\\("${column}" in \\([^)]*\\)\\)`);
  const start = `create table "${table}"`;
  if (!constraint.test(made) || !made.toLowerCase().startsWith(start))
    throw new InternalError(`The column "${column}" of "${table}" is not limited to words: ${made}`);
  const list = words.map((each) => `'${each}'`).join(', ');
  const next = `${table}_next`;
  const create = `create table "${next}"${made.slice(start.length).replace(constraint, `$1("${column}" in (${list}))`)}`;
  await sql.raw(create).execute(db);
  await sql`insert into ${sql.table(next)} select * from ${sql.table(table)}`.execute(db);
  await db.schema.dropTable(table).execute();
  await db.schema.alterTable(next).renameTo(table).execute();
  for (const { type, sql: index } of parts.rows) if (type === 'index') await sql.raw(index).execute(db);
  const broken = await sql`pragma foreign_key_check`.execute(db);
  if (broken.rows.length > 0) throw new InternalError(`Rows of other tables lost theirs of "${table}".`);
}
