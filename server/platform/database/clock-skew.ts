import { UserError } from '#engine/shared/errors.ts';
import { sql } from 'kysely';
import type { Clock } from '#server/platform/ports.ts';
import type { Database } from './open-database.ts';

/** Maximum difference between the clocks of the application and the database server. */
const CLOCK_SKEW_MS = 5_000;

/** @throws when the clocks of the application and the database server differ too much; SQLite has no clock of its own */
export async function assertNoClockSkew({ engine, db }: Database, clock: Clock): Promise<void> {
  if (engine !== 'postgres') return;
  const before = clock.now();
  const { rows } = await sql<{
    now: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`.execute(db);
  const skew = Math.round((rows[0]?.now ?? before) - (before + clock.now()) / 2);
  if (Math.abs(skew) > CLOCK_SKEW_MS) {
    throw new UserError(
      `The database server's clock is ${skew} ms off this machine's, but at most ${CLOCK_SKEW_MS} ms are allowed. Synchronise both clocks, for example with chrony.`,
    );
  }
}
