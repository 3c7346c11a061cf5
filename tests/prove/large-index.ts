import { sql } from 'kysely';
import { allMigrations, retentionRules } from '#server/app/module-definitions.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { connectForMigrations, type MigrationConnection } from '#server/platform/database/migration-connection.ts';
import { type Database, openDatabase } from '#server/platform/database/open-database.ts';
import { createRetention } from '#server/platform/database/retention.ts';
import { DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import { systemRandom } from '#server/platform/tokens/random.ts';
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const MILLION = 1_000_000;
/** Visits noted at a time while the database is busy with something else. */
const WRITERS = 4;
/** Rows past their time, for the round of retention. */
const DUE = 100_000;

export const largeIndex: Proof = {
  summary:
    'Builds the index of a migration on millions of rows, and deletes what is due of them, while visits are noted.',
  runs: 5,
  missing: () => (hasPostgres() ? null : 'this machine has no PostgreSQL server.'),
  run,
};

/** `runs` is millions of rows. */
async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
  try {
    const url = await postgres.createDatabase();
    const database = await openDatabase(url);
    try {
      // The index and what came after it are not there yet: migrations run in their order.
      const [first] = allMigrations
        .filter((part) => 'indexes' in part)
        .map(({ name }) => name)
        .toSorted();
      await migrate(
        url,
        allMigrations.filter(({ name }) => first === undefined || name < first),
      );
      for (let million = 0; million < runs; million += 1) {
        await fill(url, million);
        progress(million + 1);
      }
      return await measure(url, database, runs);
    } finally {
      await database.close();
    }
  } finally {
    await postgres.stop();
  }
}

async function measure(url: string, database: Database, millions: number): Promise<ProofResult> {
  const { db } = database;
  const built = await beside(database, () => migrate(url, allMigrations));
  const purging = createRetention({ database, clock: { now: Date.now }, random: systemRandom }, retentionRules);
  const purged = await beside(database, async () => {
    const { deleted, failed } = await purging.purge();
    if (failed.length > 0 || deleted['exposures'] !== DUE)
      throw new Error(`Retention: ${JSON.stringify({ deleted, failed })}.`);
  });
  await sql`drop index exposures_by_consented_evaluated_at`.execute(db);
  const naive = await beside(database, () => buildPlainly(url));
  return {
    found: [
      ['Rows', millions * MILLION],
      ...listRows('Index of a migration', built),
      ...listRows(`Retention of ${DUE} rows`, purged),
      ...listRows('Naive, an index without "concurrently"', naive),
    ],
    broken: [
      ...(built.failed > 0 ? [`${built.failed} visits could not be noted while the index was built.`] : []),
      ...(purged.failed > 0 ? [`${purged.failed} visits could not be noted while rows were deleted.`] : []),
      ...(built.noted === 0 ? ['No visit was noted while the index was built.'] : []),
    ],
  };
}

interface Busy {
  readonly seconds: number;
  readonly noted: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly slowest: number;
}

const listRows = (what: string, { seconds, noted, failed, slowest }: Busy): [string, string | number][] => [
  [`${what}: seconds`, seconds.toFixed(1)],
  [`${what}: visits noted meanwhile`, noted],
  [`${what}: visits that failed`, failed],
  [`${what}: slowest visit, ms`, Math.round(slowest)],
];

let visits = 0;

/** Notes visits for as long as the work takes. */
async function beside(database: Database, work: () => Promise<void>): Promise<Busy> {
  const [started, counts] = [performance.now(), { noted: 0, failed: 0, slowest: 0 }];
  const over = new AbortController();
  const writer = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await note(database).then(
        () => (counts.noted += 1),
        () => (counts.failed += 1),
      );
      counts.slowest = Math.max(counts.slowest, performance.now() - began);
    }
  };
  const writers = Array.from({ length: WRITERS }, writer);
  await work().finally(() => over.abort());
  const seconds = (performance.now() - started) / 1_000;
  await Promise.all(writers);
  return { seconds, ...counts };
}

async function note({ db }: Database): Promise<void> {
  visits += 1;
  const id = `visit-${visits}`;
  const row = { id, anonymous_id: id, session_id: 's', experiment: 'e', variation: '0', attributes: '{}' };
  await db
    .insertInto('exposures')
    .values({ ...row, consented: 1, evaluated_at: toTimestamp(Date.now()) })
    .execute();
}

/** A million rows of a year, of which the first ones are due. */
async function fill(url: string, million: number): Promise<void> {
  await withoutLimits(url, async ({ db }) => {
    const [recent, due] = [toTimestamp(Date.now() - DAY / 2), toTimestamp(Date.now() - 2 * DAY)];
    const first = million * MILLION;
    await sql`insert into exposures (id, anonymous_id, session_id, experiment, variation, attributes, evaluated_at, consented)
      select 'row-' || n, 'visitor-' || n, 's', 'experiment', '0', '{"locale":"en"}',
        case when n < ${DUE} then ${due} else ${recent} end, case when n < ${DUE} or n % 3 = 0 then 0 else 1 end
      from generate_series(${first}::int, ${first + MILLION - 1}::int) n`.execute(db);
  });
}

const buildPlainly = (url: string): Promise<void> =>
  withoutLimits(url, async ({ db }) => {
    await sql`create index exposures_by_consented_evaluated_at on exposures (consented, evaluated_at)`.execute(db);
  });

async function withoutLimits(url: string, work: (connection: MigrationConnection) => Promise<void>): Promise<void> {
  const connection = connectForMigrations(url, 0);
  await work(connection).finally(() => connection.close());
}
