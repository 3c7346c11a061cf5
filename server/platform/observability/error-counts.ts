/** Milliseconds. */
const HOUR = 3_600_000;

/** Where an error was: in this process, or on a page that reported it. */
export type ErrorSource = 'server' | 'browser';

interface ErrorCount {
  readonly source: ErrorSource;
  /** Its begin, in milliseconds since the epoch. */
  readonly hour: number;
  readonly errors: number;
}

/** Errors of this process that are not stored yet, by source and hour. */
const waiting = new Map<string, ErrorCount>();

/** Counts errors for the line on the dashboard. */
export function countErrors({ source, hour, errors }: ErrorCount): void {
  const key = `${source} ${hour}`;
  waiting.set(key, { source, hour, errors: errors + (waiting.get(key)?.errors ?? 0) });
}

/** Counts one that happened now. */
export const countError = (source: ErrorSource, now = Date.now()): void =>
  countErrors({ source, hour: Math.floor(now / HOUR) * HOUR, errors: 1 });

/** All that was counted since the last call, to be stored. */
export function takeErrorCounts(): readonly ErrorCount[] {
  const taken = [...waiting.values()];
  waiting.clear();
  return taken;
}
