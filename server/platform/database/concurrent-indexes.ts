import { sql } from 'kysely';
import type { IndexDefinition } from './migration-steps.ts';
import type { Db } from '#server/platform/database/open-database.ts';

/**
 * Builds indexes without blocking reads and writes. An interrupted build leaves an invalid index, which every write maintains and no query uses,
 * and which `if not exists` accepts: it is dropped and built again.
 */
export async function buildConcurrently(db: Db, indexes: readonly IndexDefinition[]): Promise<void> {
  const invalid = new Set(await listInvalidIndexes(db, indexes));
  for (const { index, table, columns } of indexes) {
    if (invalid.has(index)) await sql`drop index concurrently if exists ${sql.ref(index)}`.execute(db);
    await sql`create index concurrently if not exists ${sql.ref(index)} on ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})`.execute(
      db,
    );
  }
}

/** Names of invalid indexes, including those that are being built. */
export async function listInvalidIndexes(db: Db, indexes: readonly IndexDefinition[]): Promise<string[]> {
  if (indexes.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where not i.indisvalid and n.nspname = current_schema() and c.relname in (${sql.join(indexes.map(({ index }) => index))})
    order by c.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** SQLite has a single writer: others wait while the index is built. */
export async function buildIndexes(db: Db, indexes: readonly IndexDefinition[]): Promise<void> {
  for (const { index, table, columns } of indexes)
    await db.schema
      .createIndex(index)
      .ifNotExists()
      .on(table)
      .columns([...columns])
      .execute();
}
