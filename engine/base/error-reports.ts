/** Below the base path: where a page sends its reports of errors. The server hands them on, so that no page names another host. */
export const ERROR_REPORTS_PATH = 'entrance/error-reports';

/** What reports of errors may hold (T7). */
export const reportLimits = {
  /** Reports a minute, of a page, of a network and of a server each. */
  perMinute: 60,
  /** Characters of one text. */
  text: 255,
  /** Things that happened before the error. */
  telemetry: 100,
  /** Bytes of one report. */
  bytes: 64 * 1024,
} as const;

/** Says for a point in time whether one more report fits into the minute that began with the first. */
export function perMinute(most: number = reportLimits.perMinute): (now: number) => boolean {
  let [since, count] = [Number.NEGATIVE_INFINITY, 0];
  return (now) => {
    if (now - since >= 60_000) [since, count] = [now, 0];
    count += 1;
    return count <= most;
  };
}
