/**
 * Reports largest contentful paint once the page is hidden (web.dev, LCP), because a slower variation may lose for that reason (N16). Only
 * for visitors with a variation and consent to statistics, and only for full loads.
 */
import { ASSIGNMENTS_COOKIE } from '#engine/shared/experiment-cookies.ts';
import { WEB_VITALS_PATH, webVitalsQuery } from '#engine/shared/web-vitals-path.ts';
import { consent } from '../consent/service.ts';
import { readCookie } from '../dom/cookies.ts';
import { readPageData } from '../dom/page-data.ts';

const TYPE = 'largest-contentful-paint';

/** The tracking script of pages with earlier consent. */
const tag = document.getElementById('tracking')?.dataset;
const page = readPageData(document);
const [navigation] = performance.getEntriesByType('navigation');
/** Route of the loaded page; empty after navigation. */
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
    // Entries that were not delivered yet.
    note(observer.takeRecords());
    if (last === 0) return;
    document.removeEventListener('visibilitychange', leave);
    report(route, last);
  });
}

function report(of: string, painted: number): void {
  // A prerendered page is seen from its activation on.
  const seen = navigation !== undefined && 'activationStart' in navigation ? Number(navigation.activationStart) : 0;
  const milliseconds = Math.round(painted - seen);
  if (milliseconds <= 0 || readCookie(ASSIGNMENTS_COOKIE) === undefined || !consent.granted('statistics')) return;
  const base = page?.basePath ?? tag?.['base'] ?? '/';
  const query = new URLSearchParams({
    [webVitalsQuery.route]: of,
    [webVitalsQuery.milliseconds]: String(milliseconds),
  });
  navigator.sendBeacon(`${base}${WEB_VITALS_PATH}?${query}`);
}
