import { readErrorCounts } from '#server/platform/error-reports/store-error-counts.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { buildFigureRow } from '../../figures.ts';
import type { FiguresSource } from '../dashboard/dashboard.ts';

export interface ErrorFiguresPorts {
  readonly ports: Pick<PlatformPorts, 'database'>;
}

/** Errors of servers, and of pages where these are reported (`SENTRY_DSN`). */
export const createErrorFigures = ({ ports }: ErrorFiguresPorts): FiguresSource => ({
  permissions: ['author'],
  async look({ t }, days) {
    const [server, browser] = await Promise.all(
      (['server', 'browser'] as const).map((source) => readErrorCounts(ports.database.db, source, days)),
    );
    const hasBrowser = (browser ?? []).some((errors) => errors > 0);
    return [
      buildFigureRow(t, t('figures.serverErrors'), server ?? []),
      // Without reporting, the number of errors in browsers is unknown.
      ...(hasBrowser ? [buildFigureRow(t, t('figures.browserErrors'), browser ?? [])] : []),
    ];
  },
});
