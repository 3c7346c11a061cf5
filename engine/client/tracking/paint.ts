/**
 * Reports, once the page is left or hidden, when its largest content was painted (web.dev, LCP): a slower variation may lose for that alone (N16).
 * Only of visitors who have a variation and agree to statistics, and only of the page that was loaded: what is shown in its place is not
 * measured. Loaded for them alone.
 */
import { ASSIGNMENTS_COOKIE } from '#engine/shared/experiment-cookies.ts';
import { PAINT_PATH, paintQuery } from '#engine/shared/paint-path.ts';
import { consent } from '../consent/service.ts';
import { readCookie } from '../dom/cookies.ts';
import { readPageData } from '../dom/page-data.ts';

const TYPE = 'largest-contentful-paint';

/** Of the script that pages of visitors who agreed before bring along. */
const tag = document.getElementById('tracking')?.dataset;
const page = readPageData(document);
const [navigation] = performance.getEntriesByType('navigation');
/** Of the page that was loaded; empty where another one is shown by now. */
const route: string | undefined =
  tag?.['route'] ??
  (navigation !== undefined && new URL(navigation.name).pathname === location.pathname ? page?.route : '');

if (route && PerformanceObserver.supportedEntryTypes.includes(TYPE)) {
  let last = 0;
  const note = (entries: PerformanceEntryList): void => {
    last = entries.at(-1)?.startTime ?? last;
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: TYPE, buffered: true });
  document.addEventListener('visibilitychange', function leave() {
    if (document.visibilityState !== 'hidden') return;
    // What was painted a moment ago has not been handed over yet.
    note(observer.takeRecords());
    if (last === 0) return;
    document.removeEventListener('visibilitychange', leave);
    report(route, last);
  });
}

function report(of: string, painted: number): void {
  // A page that was prerendered is seen from its activation on.
  const seen = navigation !== undefined && 'activationStart' in navigation ? Number(navigation.activationStart) : 0;
  const milliseconds = Math.round(painted - seen);
  if (milliseconds <= 0 || readCookie(ASSIGNMENTS_COOKIE) === undefined || !consent.granted('statistics')) return;
  const base = page?.basePath ?? tag?.['base'] ?? '/';
  const query = new URLSearchParams({ [paintQuery.route]: of, [paintQuery.milliseconds]: String(milliseconds) });
  navigator.sendBeacon(`${base}${PAINT_PATH}?${query}`);
}
