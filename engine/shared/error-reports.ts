/** Path below the base path for error reports of pages. The server forwards them, so that no page names another host. */
export const ERROR_REPORTS_PATH = 'entrance/error-reports';

/** Limits of error reports (T7). */
export const reportLimits = {
  /** Reports per minute, per page, network and server. */
  perMinute: 60,
  /** Characters of one text. */
  text: 255,
  /** Breadcrumbs before the error. */
  telemetry: 100,
  /** Bytes of one report. */
  bytes: 64 * 1024,
} as const;

/** Whether one more report fits into the minute that started with the first. */
export function createMinuteLimiter(most: number = reportLimits.perMinute): (now: number) => boolean {
  let [since, count] = [Number.NEGATIVE_INFINITY, 0];
  return (now) => {
    if (now - since >= 60_000) [since, count] = [now, 0];
    count += 1;
    return count <= most;
  };
}
