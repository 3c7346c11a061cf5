import { type RawBuilder, sql } from 'kysely';
import type { Clock, Random } from '#server/platform/ports.ts';
import type { Database } from './open-database.ts';
import type { Tables, Timestamp } from './tables.ts';
import { HOUR, MINUTE, SECOND, currentTimestamp } from './timestamp.ts';

/** How often and how long something is tried: about two days with the doubling pause below. */
export const queueLimits = {
  attempts: 18,
  firstPauseMs: 30 * SECOND,
  maxPauseMs: 6 * HOUR,
  lease: 2 * MINUTE,
  batch: 10,
} as const;

/** A row of a queue: what leaves the server after its transaction, such as a mail. */
export interface QueueRow {
  readonly id: string;
  readonly attempts: number;
}

/** Tables with the columns of a queue. */
type QueueTable = {
  [Name in keyof Tables]: Tables[Name] extends { attempts: number; lease_until: Timestamp | null } ? Name : never;
}[keyof Tables];

interface QueuePorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Takes due rows, and rows whose worker died, in one statement; on PostgreSQL rows another worker is taking are skipped.
 *
 * @param only Condition on the rows of the table; all of them when left out.
 */
export async function claimDue<Row extends QueueRow>(
  { clock, database }: QueuePorts,
  table: QueueTable,
  only: RawBuilder<unknown> = sql`1 = 1`,
): Promise<readonly Row[]> {
  const now = currentTimestamp(clock);
  const skipLocked = database.engine === 'postgres' ? sql`for update skip locked` : sql``;
  // Materialised, so that the planner takes the rows once and no more of them than the limit says.
  const { rows } = await sql<Row>`
    with due as materialized (
      select id from ${sql.table(table)}
      where ((status = 'queued' and next_attempt_at <= ${now}) or (status = 'sending' and lease_until <= ${now})) and ${only}
      order by next_attempt_at limit ${queueLimits.batch} ${skipLocked}
    )
    update ${sql.table(table)} set status = 'sending', attempts = attempts + 1, lease_until = ${currentTimestamp(clock, queueLimits.lease)}
    where id in (select id from due)
    returning *`.execute(database.db);
  return rows;
}

/** Only the worker that still holds the lease may say how it ended. */
export async function settleClaimed<Name extends QueueTable>(
  { database }: QueuePorts,
  table: Name,
  { id, attempts }: QueueRow,
  values: Partial<Tables[Name]>,
): Promise<void> {
  const columns = Object.entries({ ...values, lease_until: null }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(columns)}
    where id = ${id} and status = 'sending' and attempts = ${attempts}`.execute(database.db);
}

/** A failed try: the row waits for the next one, or is given up. */
export const afterFailure = (
  { clock, random }: QueuePorts,
  attempts: number,
  isDead: boolean,
): { readonly status: 'dead' | 'queued'; readonly next_attempt_at: Timestamp } => ({
  status: isDead ? 'dead' : 'queued',
  next_attempt_at: currentTimestamp(clock, pauseAfter(attempts, random.fraction())),
});

/** Doubles from attempt to attempt, between half and one and a half times, so that many delayed rows don't return at once. */
export const pauseAfter = (attempts: number, fraction: number): number =>
  Math.min(queueLimits.maxPauseMs, queueLimits.firstPauseMs * 2 ** (attempts - 1)) * (0.5 + fraction);

export interface QueueWorker {
  /** Claims what is due and sends it; returns how many rows were tried. */
  runOnce(): Promise<number>;
  /** Looks every `intervalMs`; a second call does nothing. */
  start(intervalMs: number): void;
  /** Looks now, such as right after a form was sent. */
  wake(): void;
  /** Finishes what is being sent and stops; what else is due is left to the next worker. */
  stop(): Promise<void>;
}

/**
 * Empties a queue. Several workers on several nodes share the work: a claimed row is leased, and the lease of a worker that died runs out,
 * so that something can leave twice in the worst case.
 *
 * @param onError the queue could not be read: it is tried again with the next look
 */
export function createQueueWorker(runOnce: () => Promise<number>, onError: (error: unknown) => void): QueueWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** Whether something may have come since the last look began. */
  let isWoken = false;
  const stopping = new AbortController();
  const drain = async (): Promise<void> => {
    try {
      do {
        isWoken = false;
        while (!stopping.signal.aborted && (await runOnce()) > 0);
      } while (isWoken && !stopping.signal.aborted);
    } catch (error) {
      onError(error);
    } finally {
      running = undefined;
    }
  };
  const wake = (): void => {
    if (stopping.signal.aborted) return;
    isWoken = true;
    running ??= drain();
  };
  return {
    runOnce,
    wake,
    start(intervalMs) {
      timer ??= setInterval(wake, intervalMs).unref();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** Several workers as one, each at its own pace. */
export function joinQueueWorkers(workers: readonly QueueWorker[]): QueueWorker {
  return {
    runOnce: async () =>
      (await Promise.all(workers.map((worker) => worker.runOnce()))).reduce((sum, tried) => sum + tried, 0),
    start: (intervalMs) => workers.forEach((worker) => worker.start(intervalMs)),
    wake: () => workers.forEach((worker) => worker.wake()),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}
