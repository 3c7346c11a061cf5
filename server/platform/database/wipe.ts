import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/**
 * Takes what was deleted out of the files of the embedded database: free pages, the gaps inside of pages, and the write-ahead log. The
 * file is written anew, so that writers wait about a second per 100 MB. PostgreSQL does the same on its own (autovacuum), and
 * what its archive and replicas hold goes with their age.
 *
 * @returns whether nothing of it is left in the files; `false` while another process holds on to the log
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

/** A reader that began before holds the log for as long as it reads. */
const ATTEMPTS = 20;
/** Milliseconds. */
const PAUSE_MS = 100;

async function emptyLog(db: Database['db']): Promise<boolean> {
  const { rows } = await sql<{ readonly busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}
