/*
 * Reports errors of a page by Sentry's protocol (T7). Loaded on the first error if reporting is configured; see `watcher.ts`. Does not
 * modify globals or use storage.
 */
import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from '@sentry/browser';
import type { PageData } from '#engine/block-kit/page-data.ts';
import { ERROR_REPORTS_PATH, createMinuteLimiter, reportLimits } from '#engine/shared/error-reports.ts';
import { truncateReport } from './errors/truncate-report.ts';
import type { ErrorBreadcrumb } from './errors/error-buffer.ts';

const watched = window.vitrineErrors;
if (watched !== undefined) {
  const report = reporter();
  for (const breadcrumb of watched.waiting.splice(0)) report(breadcrumb);
  watched.report = report;
}

/** Read without shared modules, which may be broken. */
function pageData(): Partial<PageData> {
  return JSON.parse(document.querySelector('#page-data')?.textContent ?? '{}');
}

function reporter(): (noticed: ErrorBreadcrumb) => void {
  const fits = createMinuteLimiter();
  const client = new BrowserClient({
    // The library requires a DSN; the server knows the real one.
    dsn: `${location.protocol}//page@${location.host}/1`,
    tunnel: `${pageData().basePath ?? '/'}${ERROR_REPORTS_PATH}`,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
    maxBreadcrumbs: reportLimits.telemetry,
    beforeSend: (event) => (fits(Date.now()) ? truncateReport(event) : null),
  });
  const scope = new Scope();
  scope.setClient(client);
  client.init();
  return ({ where, error }) => {
    // The route instead of the address, which may contain a code or token.
    const route = pageData().route ?? '';
    scope.setTags({ route, where, language: document.documentElement.lang });
    scope.captureException(error);
    scope.addBreadcrumb({ category: where, message: String(error), level: 'error' }, reportLimits.telemetry);
  };
}
