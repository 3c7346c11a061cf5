import { type RawBuilder, sql } from 'kysely';
import type { Clock, Random } from '#server/platform/ports.ts';
import type { Database } from './open-database.ts';
import type { Tables, Timestamp } from './tables.ts';
import { HOUR, MINUTE, SECOND, getCurrentTimestamp } from './timestamp.ts';

/** Attempts and their total time: about two days with the exponential backoff below. */
export const queueLimits = {
  attempts: 18,
  firstPauseMs: 30 * SECOND,
  maxPauseMs: 6 * HOUR,
  lease: 2 * MINUTE,
  batch: 10,
} as const;

/** A row of a queue: an action after the transaction, such as sending a mail. */
export interface QueueRow {
  readonly id: string;
  readonly attempts: number;
}

/** Tables with queue columns. */
type QueueTable = {
  [Name in keyof Tables]: Tables[Name] extends { attempts: number; lease_until: Timestamp | null } ? Name : never;
}[keyof Tables];

interface QueuePorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Claims due rows, and rows with an expired lease, in one statement; on PostgreSQL rows that another worker is claiming are skipped.
 *
 * @param only condition on the rows; default: all
 */
export async function claimDue<Row extends QueueRow>(
  { clock, database }: QueuePorts,
  table: QueueTable,
  only: RawBuilder<unknown> = sql`1 = 1`,
): Promise<readonly Row[]> {
  const now = getCurrentTimestamp(clock);
  const skipLocked = database.engine === 'postgres' ? sql`for update skip locked` : sql``;
  // Materialised, so that the planner applies the limit once.
  const { rows } = await sql<Row>`
    with due as materialized (
      select id from ${sql.table(table)}
      where ((status = 'queued' and next_attempt_at <= ${now}) or (status = 'sending' and lease_until <= ${now})) and ${only}
      order by next_attempt_at limit ${queueLimits.batch} ${skipLocked}
    )
    update ${sql.table(table)} set status = 'sending', attempts = attempts + 1, lease_until = ${getCurrentTimestamp(clock, queueLimits.lease)}
    where id in (select id from due)
    returning *`.execute(database.db);
  return rows;
}

/** Stores the result of an attempt, if the worker still holds the lease. */
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

/** A failed attempt: the row is scheduled for a retry or becomes a dead letter. */
export const scheduleAfterFailure = (
  { clock, random }: QueuePorts,
  attempts: number,
  isDead: boolean,
): { readonly status: 'dead' | 'queued'; readonly next_attempt_at: Timestamp } => ({
  status: isDead ? 'dead' : 'queued',
  next_attempt_at: getCurrentTimestamp(clock, computePause(attempts, random.fraction())),
});

/** Exponential backoff with jitter between half and one and a half times, so that delayed rows do not return at once. */
export const computePause = (attempts: number, fraction: number): number =>
  Math.min(queueLimits.maxPauseMs, queueLimits.firstPauseMs * 2 ** (attempts - 1)) * (0.5 + fraction);

export interface QueueWorker {
  /** Claims due rows and sends them; returns the number of attempts. */
  runOnce(): Promise<number>;
  /** Polls every `intervalMs`; a second call is a no-op. */
  start(intervalMs: number): void;
  /** Polls immediately, such as after a form was sent. */
  wake(): void;
  /** Waits for deliveries in flight and stops; other due rows are left to other workers. */
  stop(): Promise<void>;
}

/**
 * Processes a queue. Several workers on several nodes share it: a claimed row has a lease, which expires when its worker crashes, so delivery is
 * at least once.
 *
 * @param onError reading the queue failed; the next poll retries
 */
export function createQueueWorker(runOnce: () => Promise<number>, onError: (error: unknown) => void): QueueWorker {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** Whether `wake` was called since the last poll began. */
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

/** Combines several workers, each with its own pace. */
export function joinQueueWorkers(workers: readonly QueueWorker[]): QueueWorker {
  return {
    runOnce: async () =>
      (await Promise.all(workers.map((worker) => worker.runOnce()))).reduce((sum, tried) => sum + tried, 0),
    start: (intervalMs) => workers.forEach((worker) => worker.start(intervalMs)),
    wake: () => workers.forEach((worker) => worker.wake()),
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  };
}
