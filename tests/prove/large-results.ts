import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { allMigrations } from '#server/app/module-definitions.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { connectForMigrations, type MigrationConnection } from '#server/platform/database/migration-connection.ts';
import { type Database, openDatabase } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { recountAgreed } from '#server/site/experiments/consented/recount.ts';
import { countAgreedRows } from '#server/site/experiments/results/count-agreed-rows.ts';
import { readAgreed } from '#server/site/experiments/results/counts.ts';
import { readResults } from '#server/site/experiments/results/results.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { hasPostgres, startPostgres } from '#tests/helpers/postgres.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const MILLION = 1_000_000;
/** Days over which the visitors came. */
const DAYS = 90;
/** Milliseconds in which results are promised. */
const PROMISED = 2_000;
const LOOKS = 10;
const BEGIN = Date.UTC(2026, 7, 1);

const experiment = makeExperiment('hero', 'landings/short');
const counted = { experiment: experiment.key, phase: 1, event: experiment.goalMetric };

export const largeResults: Proof = {
  summary:
    'Reads the results of an experiment with millions of exposures, from sums and from the rows themselves, and compares both.',
  runs: 1,
  run,
};

/** `runs` is millions of exposures. */
async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const results = [await onSqlite(runs)];
  progress(1, 2);
  if (hasPostgres()) results.push(await onPostgres(runs));
  return { found: results.flatMap(({ found }) => found), broken: results.flatMap(({ broken }) => broken) };
}

async function onSqlite(millions: number): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-results-'));
  try {
    return await measure('SQLite', join(folder, 'vitrine.sqlite'), millions);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(millions: number): Promise<ProofResult> {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('This machine has no PostgreSQL server.');
  try {
    return await measure('PostgreSQL', await postgres.createDatabase(), millions);
  } finally {
    await postgres.stop();
  }
}

async function measure(engine: string, location: string, millions: number): Promise<ProofResult> {
  await migrate(location, allMigrations);
  for (let million = 0; million < millions; million += 1) await fill(location, million);
  const database = await openDatabase(location);
  try {
    const [summedUp] = await timed(() => recountAgreed(database, { now: Date.now }, { rests: false }));
    const [rows, fromRows] = await timed(() => withoutLimits(location, ({ db }) => countAgreedRows(db, counted)));
    const looks: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const [ms] = await timed(() => readResults(database.db, experiment, 'sequential'));
      looks.push(ms);
    }
    const fromSums = await readAgreed(database.db, counted);
    const slowest = Math.max(...looks);
    return {
      found: [
        [`${engine}: exposures`, (millions * MILLION).toLocaleString('en')],
        [`${engine}: results, slowest of ${LOOKS}, ms`, Math.round(slowest)],
        [`${engine}: naive, consenting visitors counted by their rows, ms`, Math.round(rows)],
        [`${engine}: summing up all rows anew, s`, Math.round(summedUp / 1_000)],
      ],
      broken: [
        ...(slowest > PROMISED ? [`${engine}: results took ${Math.round(slowest)} ms.`] : []),
        ...(isSame(fromRows, fromSums) ? [] : [`${engine}: sums are not what the rows say.`]),
        ...(await isWhole(database, millions)),
      ],
    };
  } finally {
    await database.close();
  }
}

const isSame = (one: Awaited<ReturnType<typeof readAgreed>>, other: Awaited<ReturnType<typeof readAgreed>>): boolean =>
  one.multiple === other.multiple &&
  JSON.stringify([...one.agreed].toSorted()) === JSON.stringify([...other.agreed].toSorted());

async function isWhole({ db }: Database, millions: number): Promise<readonly string[]> {
  const { variations } = await readResults(db, experiment, 'sequential');
  const visitors = variations.reduce((sum, chosen) => sum + chosen.visitors, 0);
  return visitors === millions * MILLION ? [] : [`Results name ${visitors} visitors.`];
}

async function timed<Result>(work: () => Promise<Result>): Promise<[ms: number, result: Result]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}

/** A million visitors who agreed, one of ten converted, and the counters of all. */
async function fill(location: string, million: number): Promise<void> {
  await withoutLimits(location, async ({ engine, db }) => {
    const [first, last] = [million * MILLION, (million + 1) * MILLION - 1];
    const numbers =
      engine === 'postgres'
        ? sql`generate_series(${sql.lit(first)}::bigint, ${sql.lit(last)}::bigint) as n`
        : sql`(with recursive numbers(n) as (select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(last)}) select n from numbers) as numbers`;
    // Spread as a good hash spreads: neighbours in time are none among the ids.
    const id = sql`'visitor-' || ((n * 7919) % 100000007)`;
    const chosen = sql`case n % 2 when 0 then 'control' else 'test' end`;
    const day = sql`substr('0' || (1 + n % 28), -2)`;
    const dayOf = engine === 'postgres' ? sql`lpad((1 + n % 28)::text, 2, '0')` : day;
    const at = sql`'2026-0' || (7 + n % 3) || '-' || ${dayOf} || 'T10:00:00.000Z'`;
    const attributes = sql`'{"locale":"' || (case n % 3 when 0 then 'de' when 1 then 'fr' else 'en' end)
      || '","applicationCountry":"' || (case n % 5 when 0 then 'AT' when 1 then 'DE' when 2 then 'FR' when 3 then 'US' else '' end)
      || '","device":"' || (case n % 7 when 0 then 'desktop' else 'phone' end)
      || '","visit":"new","landing":"landings/default","consent":"given"}'`;
    await sql`insert into phase_exposures (id, anonymous_id, experiment, phase, variation, revision, attributes, evaluated_at)
      select 'row-' || n, ${id}, ${counted.experiment}, 1, ${chosen}, '', ${attributes}, ${at} from ${numbers}`.execute(
      db,
    );
    await sql`insert into conversions (id, anonymous_id, event, at)
      select 'deed-' || n, ${id}, ${counted.event}, '2026-11-01T10:00:00.000Z' from ${numbers} where (n / 2) % 10 = ${sql.lit(million % 10)}`.execute(
      db,
    );
    await countAll(db, million);
  });
}

/** The same visitors in the counters of all, by the hour. */
async function countAll(db: MigrationConnection['db'], million: number): Promise<void> {
  if (million > 0) {
    await sql`update phase_exposure_counts set visitors = visitors / ${sql.lit(million)} * ${sql.lit(million + 1)}`.execute(
      db,
    );
    await sql`update phase_conversion_counts set conversions = conversions / ${sql.lit(million)} * ${sql.lit(million + 1)}`.execute(
      db,
    );
    return;
  }
  const places = ['control', 'test'].flatMap((variation) =>
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].flatMap((locale) =>
      ['phone', 'tablet', 'desktop'].map((device) => ({ variation, locale, device })),
    ),
  );
  const hours = Array.from({ length: DAYS * 24 }, (_, hour) => toTimestamp(BEGIN + hour * 3_600_000));
  const cells = hours.length * places.length;
  const each = Math.floor(MILLION / cells);
  for (const [index, hour] of hours.entries()) {
    // The last hour takes what the others left over.
    const left = index === hours.length - 1 ? MILLION - each * cells : 0;
    const rows = places.map((place, at) => ({
      ...place,
      experiment: counted.experiment,
      phase: 1,
      hour,
      visitors: each + Math.floor(left / places.length) + (at < left % places.length ? 1 : 0),
    }));
    await db.insertInto('phase_exposure_counts').values(rows).execute();
  }
  const conversions = ['control', 'test'].map((variation) => ({
    experiment: counted.experiment,
    phase: 1,
    variation,
    event: counted.event,
    hour: toTimestamp(BEGIN),
    conversions: MILLION / 20,
  }));
  await db.insertInto('phase_conversion_counts').values(conversions).execute();
}

async function withoutLimits<Result>(
  location: string,
  work: (connection: MigrationConnection) => Promise<Result>,
): Promise<Result> {
  const connection = connectForMigrations(location, 0);
  return work(connection).finally(() => connection.close());
}
