import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isUserError } from '#engine/shared/errors.ts';
import { SchemaBehindError } from '#server/platform/database/schema-state.ts';
import { describeUnavailable } from '#server/platform/database/describe-unavailable.ts';
import { retryWithBackoff, type BackoffOptions } from '#server/platform/retry-with-backoff.ts';
import type { HealthCheck } from '#server/platform/observability/health.ts';

/** Milliseconds. */
export const preparationTimes = {
  /** Maximum wait on start; then the server serves pages without a database. */
  timeoutMs: 3_000,
  firstMs: 500,
  maxMs: 15_000,
} as const satisfies BackoffOptions & { readonly timeoutMs: number };

export interface Preparation {
  /** Resolves when the database is ready or the wait is over. Rejects with a configuration error of the first attempt, which ends the start. */
  readonly begun: Promise<void>;
  /** Resolves once the database is ready; never when stopped before. */
  readonly done: Promise<void>;
  /**
   * An outage does not fail readiness, because pages work without a database. A pending migration does: a release that was rolled out too
   * early must not receive traffic.
   */
  readonly health: HealthCheck;
  /** Stops retrying, and waits briefly for the running attempt. */
  stop(): Promise<void>;
}

/**
 * Prepares a database that may not be available yet, with retries. Logs state changes, not attempts.
 *
 * @param prepare may be called again after a failure
 * @param isLocal an embedded database never appears later: any error of the first attempt ends the start
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
    const now = describeUnavailable(error);
    if (now === reason) return;
    reason = now;
    log.warn({ reason, err: error }, 'The database is not ready. Pages are served without it. Retrying.');
  }
  async function attempt(): Promise<void> {
    await prepare();
    isReady = true;
    if (!isLocal) log.info({ seconds: (Date.now() - started) / 1_000 }, 'The database is ready.');
    first.resolve();
    done.resolve();
  }
  const attempts = retryWithBackoff(attempt, times, failed, stopped.signal);
  // Errors reach the caller through `begun`.
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
