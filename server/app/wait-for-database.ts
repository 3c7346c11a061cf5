import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isUserError } from '#engine/shared/errors.ts';
import { SchemaBehindError } from '#server/platform/database/schema-state.ts';
import { unavailableReason } from '#server/platform/database/unavailable-reason.ts';
import { retryWithBackoff, type BackoffOptions } from '#server/platform/retry-with-backoff.ts';
import type { HealthCheck } from '#server/platform/observability/health.ts';

/** Milliseconds. */
export const preparationTimes = {
  /** A server that starts waits so long for its database, then it serves pages without it. */
  timeoutMs: 3_000,
  firstMs: 500,
  maxMs: 15_000,
} as const satisfies BackoffOptions & { readonly timeoutMs: number };

export interface Preparation {
  /** Resolves when the database is ready, or was waited for long enough. Rejects with what ends the start: a mistake that the first attempt found. */
  readonly begun: Promise<void>;
  /** Resolves once the database is ready; never when the preparation was stopped before. */
  readonly done: Promise<void>;
  /**
   * Names what is missing. An outage is no reason against a server, which serves pages without a database; a migration that nobody ran is
   * one, so that a release that was rolled out too early takes no visitors from the one before.
   */
  readonly health: HealthCheck;
  /** Gives up, and waits a moment for the attempt that is under way. */
  stop(): Promise<void>;
}

/**
 * Prepares a database that may not be there yet, until it succeeds. The log hears of each change, not of each attempt.
 *
 * @param prepare May be called again after it failed.
 * @param isLocal An embedded database is there or will never be: whatever the first attempt finds ends the start.
 */
export function waitForDatabase(
  prepare: () => Promise<void>,
  log: Pick<Logger, 'info' | 'warn'>,
  { isLocal }: { readonly isLocal: boolean },
): Preparation {
  const times = preparationTimes;
  const started = Date.now();
  const stopped = new AbortController();
  const first = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let reason: string | null = null;
  let isReady = false;
  let isBehind = false;

  function failed(error: unknown): void {
    if (isLocal || isUserError(error)) first.reject(error);
    else first.resolve();
    if (isLocal) throw error;
    isBehind = error instanceof SchemaBehindError;
    const now = unavailableReason(error);
    if (now === reason) return;
    reason = now;
    log.warn({ reason, err: error }, 'The database is not ready. Pages are served without it, and it is tried again.');
  }
  async function attempt(): Promise<void> {
    await prepare();
    isReady = true;
    if (!isLocal) log.info({ seconds: (Date.now() - started) / 1_000 }, 'The database is ready.');
    first.resolve();
    done.resolve();
  }
  const attempts = retryWithBackoff(attempt, times, failed, stopped.signal);
  // Anyone who starts the server hears of it by `begun`.
  attempts.catch(() => undefined);
  first.promise.catch(() => undefined);
  const pause = (milliseconds: number): Promise<unknown> =>
    sleep(milliseconds, null, { signal: stopped.signal, ref: false }).catch(() => null);
  return {
    begun: isLocal ? first.promise : Promise.race([first.promise, pause(times.timeoutMs).then(() => undefined)]),
    done: done.promise,
    health: () => ({
      reasons: !isReady && isBehind && reason !== null ? [reason] : [],
      ...(!isReady && {
        details: {
          missing: { database: { since: new Date(started).toISOString(), why: reason ?? 'It is being prepared.' } },
        },
      }),
    }),
    async stop() {
      stopped.abort();
      await Promise.race([attempts.catch(() => undefined), sleep(times.timeoutMs, null, { ref: false })]);
    },
  };
}
