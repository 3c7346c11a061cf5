/*
 * Reports errors of a page by Sentry's protocol (T7). Loaded at the first error, where reports are configured; see `watcher.ts`.
 * Nothing of it touches globals or storage.
 */
import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from '@sentry/browser';
import type { PageData } from '#engine/block-kit/page-data.ts';
import { ERROR_REPORTS_PATH, perMinute, reportLimits } from '#engine/shared/error-reports.ts';
import { withinLimits } from './errors/within-limits.ts';
import type { ErrorBreadcrumb } from './errors/error-buffer.ts';

const watched = window.vitrineErrors;
if (watched !== undefined) {
  const report = reporter();
  for (const breadcrumb of watched.waiting.splice(0)) report(breadcrumb);
  watched.report = report;
}

/** Read here once more: what the other modules share may be what is broken. */
function pageData(): Partial<PageData> {
  return JSON.parse(document.querySelector('#page-data')?.textContent ?? '{}');
}

function reporter(): (noticed: ErrorBreadcrumb) => void {
  const fits = perMinute();
  const client = new BrowserClient({
    // Whom it is for is known to the server alone; the library only wants the form.
    dsn: `${location.protocol}//page@${location.host}/1`,
    tunnel: `${pageData().basePath ?? '/'}${ERROR_REPORTS_PATH}`,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    sendClientReports: false,
    maxBreadcrumbs: reportLimits.telemetry,
    beforeSend: (event) => (fits(Date.now()) ? withinLimits(event) : null),
  });
  const scope = new Scope();
  scope.setClient(client);
  client.init();
  return ({ where, error }) => {
    // The route and never the address: that may hold a code or a token.
    const route = pageData().route ?? '';
    scope.setTags({ route, where, language: document.documentElement.lang });
    scope.captureException(error);
    scope.addBreadcrumb({ category: where, message: String(error), level: 'error' }, reportLimits.telemetry);
  };
}
