import { redact } from '#server/platform/observability/log.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { ErrorReports } from './error-reports.ts';

/**
 * The configured error reporting; `undefined` when disabled.
 *
 * @param release current release
 */
export function openErrorReports(
  { sentryDsn: dsn, environment }: Pick<Settings, 'sentryDsn' | 'environment'>,
  release: () => string,
): ErrorReports | undefined {
  return dsn === '' ? undefined : new ErrorReports({ dsn, environment, release, redact });
}
