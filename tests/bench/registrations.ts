import type { Backend } from '#server/app/backend.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { addCode } from '#tests/helpers/add-code.ts';
import { startPostgres } from '#tests/helpers/postgres.ts';
import { median } from './parts/compare.ts';
import { openRegistrations, register } from './parts/registrations.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Durable registrations per second on both databases, beside their bare transactions.';

const SECONDS = 3;
const ROUNDS = 3;
const CALLERS = 8;

let turn = 0;

interface Measured {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** Calls that waited longer for a lock than a statement may take: their visitors are asked to send the form again. */
  readonly late: number;
}

/** Eight callers at a time, each the next call as soon as the last one was answered. */
async function measure(call: (turn: number) => Promise<void>): Promise<Measured> {
  const took: number[] = [];
  let late = 0;
  const until = performance.now() + SECONDS * 1_000;
  const started = performance.now();
  const live = async (): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      try {
        await call((turn += 1));
        took.push(performance.now() - began);
      } catch (error) {
        if (classifyDatabaseError(error) !== 'busy') throw error;
        late += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, live));
  const sorted = took.toSorted((a, b) => a - b);
  return {
    perSecond: took.length / ((performance.now() - started) / 1_000),
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    late,
  };
}

/** One row written durably, in a transaction of its own: the least a registration can cost. */
async function bare({ ports: { database } }: Backend, each: number): Promise<void> {
  const at = toTimestamp(Date.now());
  await withTransaction(database, async (tx) => {
    await tx
      .insertInto('rate_limits')
      .values({ key: `bare-${each}`, window_start: at, expires_at: at, hits: 1 })
      .execute();
  });
}

/** Registrations and bare transactions in turn, so that whatever else the machine does meets both alike; medians of the rounds. */
async function compare(name: string, databaseUrl: string | undefined): Promise<(string | number)[][]> {
  const { backend, close } = await openRegistrations(databaseUrl);
  try {
    await addCode(backend, 'PLACES', 10_000_000);
    const least: Measured[] = [];
    const ours: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      least.push(await measure((each) => bare(backend, each)));
      ours.push(await measure((each) => register(backend, each)));
    }
    return [row(`${name} · bare transactions`, least), row(`${name} · registrations`, ours)];
  } finally {
    await close();
  }
}

function row(name: string, rounds: readonly Measured[]): (string | number)[] {
  const of = (what: keyof Measured): number => median(rounds.map((round) => round[what]));
  return [name, Math.round(of('perSecond')), of('median').toFixed(1), of('p99').toFixed(1), of('late')];
}

export async function run(): Promise<void> {
  const rows = await compare('SQLite', undefined);
  const postgres = await startPostgres();
  if (postgres !== null) {
    rows.push(...(await compare('PostgreSQL', await postgres.createDatabase())));
    await postgres.stop();
  }
  printTable(
    `${CALLERS} callers for ${SECONDS} s, median of ${ROUNDS} rounds; every commit reaches the disk`,
    ['', 'per second', 'median ms', 'p99 ms', 'too late'],
    rows,
  );
}
