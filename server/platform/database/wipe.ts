import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/**
 * Removes deleted data from the files of the embedded database: free pages, gaps inside pages, and the write-ahead log. Rewrites the file, which blocks
 * writers for about a second per 100 MB. PostgreSQL does this by autovacuum, and deleted data leaves archive and replicas as these expire.
 *
 * @returns whether all of it was removed; `false` while another process uses the log
 */
export async function wipeDeleted({ engine, db }: Database): Promise<boolean> {
  if (engine === 'postgres') return true;
  await sql`vacuum`.execute(db);
  for (let attempt = 1; !(await emptyLog(db)); attempt += 1) {
    if (attempt === ATTEMPTS) return false;
    await sleep(PAUSE_MS);
  }
  return true;
}

/** A reader that began earlier holds the log while it reads. */
const ATTEMPTS = 20;
/** Milliseconds. */
const PAUSE_MS = 100;

async function emptyLog(db: Database['db']): Promise<boolean> {
  const { rows } = await sql<{ readonly busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}
