/** Milliseconds. */
const HOUR = 3_600_000;

/** Source of an error: this process, or a page that reported it. */
export type ErrorSource = 'server' | 'browser';

interface ErrorCount {
  readonly source: ErrorSource;
  /** Beginning of the hour in milliseconds since the epoch. */
  readonly hour: number;
  readonly errors: number;
}

/** Errors that are not stored yet, by source and hour. */
const waiting = new Map<string, ErrorCount>();

/** Counts errors for the chart on the dashboard. */
export function countErrors({ source, hour, errors }: ErrorCount): void {
  const key = `${source} ${hour}`;
  waiting.set(key, { source, hour, errors: errors + (waiting.get(key)?.errors ?? 0) });
}

/** Counts one error at the current time. */
export const countError = (source: ErrorSource, now = Date.now()): void =>
  countErrors({ source, hour: Math.floor(now / HOUR) * HOUR, errors: 1 });

/** Returns and resets the counts, to be stored. */
export function takeErrorCounts(): readonly ErrorCount[] {
  const taken = [...waiting.values()];
  waiting.clear();
  return taken;
}
