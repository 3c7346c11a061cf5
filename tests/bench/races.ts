import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { allMigrations } from '#server/app/module-definitions.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { Database, Transaction } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { reserveInvitation } from '#journeys/registration/members/account/balance.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Lets 500 callers spend 50 places at once, in two naive ways and in ours.';

const CALLERS = 500;
const PLACES = 50;

/**
 * The real table refuses a negative balance, so the naive ways spend from a row without that rule.
 */
type Spend = (tx: Transaction) => Promise<boolean>;

const ways: Readonly<Record<string, Spend>> = {
  'read, check, write': async (tx) => {
    const free = await freePlaces(tx);
    if (free <= 0) return false;
    await tx
      .updateTable('rate_limits')
      .set({ hits: free - 1 })
      .where('key', '=', 'naive')
      .execute();
    return true;
  },
  'read, check, subtract': async (tx) => {
    if ((await freePlaces(tx)) <= 0) return false;
    await tx
      .updateTable('rate_limits')
      .set((row) => ({ hits: row('hits', '-', 1) }))
      .where('key', '=', 'naive')
      .execute();
    return true;
  },
  'one conditional update (ours)': async (tx) => (await reserveInvitation(tx, 'inviter')) !== null,
};

async function freePlaces(tx: Transaction): Promise<number> {
  const row = await tx.selectFrom('rate_limits').select('hits').where('key', '=', 'naive').executeTakeFirstOrThrow();
  return row.hits;
}

async function race(location: string, spend: Spend): Promise<number[]> {
  const pools = [await openDatabase(location), await openDatabase(location)] as const;
  await migrate(location, allMigrations);
  await refill(pools[0]);
  const began = performance.now();
  const results = await Promise.all(
    Array.from({ length: CALLERS }, (_, caller) =>
      withTransaction(pools[caller % 2 === 0 ? 0 : 1], spend).catch((error: unknown) => classifyDatabaseError(error)),
    ),
  );
  const took = performance.now() - began;
  await Promise.all(pools.map((pool) => pool.close()));
  const accepted = results.filter((result) => result === true).length;
  const errors = results.filter((result) => typeof result === 'string').length;
  return [accepted, CALLERS - accepted - errors, errors, Math.max(0, accepted - PLACES), Math.round(took)];
}

async function refill({ db }: Database): Promise<void> {
  const now = toTimestamp(Date.now());
  await db
    .insertInto('rate_limits')
    .values({ key: 'naive', window_start: now, expires_at: now, hits: PLACES })
    .execute();
  await db
    .insertInto('inviters')
    .values({
      id: 'inviter',
      kind: 'house',
      state: 'active',
      first_name: null,
      email_canonical: null,
      issued: PLACES,
      free: PLACES,
      pending: 0,
      active: 0,
      created_at: now,
    })
    .execute();
}

/** Two connection pools on one database, as two application processes have; more than 50 accepted is overspent. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-races-'));
  const postgres = await startPostgres();
  const rows: (string | number)[][] = [];
  for (const [name, spend] of Object.entries(ways)) {
    rows.push([`SQLite · ${name}`, ...(await race(join(folder, `${rows.length}.sqlite`), spend))]);
    if (postgres) rows.push([`PostgreSQL · ${name}`, ...(await race(await postgres.createDatabase(), spend))]);
  }
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
  printTable(`${CALLERS} callers, ${PLACES} places`, ['', 'accepted', 'refused', 'errors', 'overspent', 'ms'], rows);
}
