import type { Logger } from 'pino';
import type { Gauge } from 'prom-client';
import { createGauge } from '#server/platform/observability/metrics.ts';
import type { HealthCheck } from '#server/platform/observability/health.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import type { ServedBackend } from './served-backend.ts';

interface Watched {
  readonly shadowedPaths: NonNullable<ServedBackend['shadowedPaths']>;
  readonly siteStore: Pick<SiteStore, 'onReload'>;
  readonly log: Pick<Logger, 'warn'>;
}

export interface ShadowedPathsWatch {
  /** Lists pages that shadow an issued address; does not fail readiness. */
  readonly health: HealthCheck;
  /** Number of shadowed addresses. */
  readonly count: () => number;
  /** Resolves when the last check is done. */
  readonly settled: () => Promise<void>;
}

/**
 * On start and after each change of the site, checks whether a page shadows the address of an issued code. Log and health check name the
 * page only: a code may contain a name.
 */
export function watchShadowedPaths({ shadowedPaths, siteStore, log }: Watched): ShadowedPathsWatch {
  let paths: readonly string[] = [];
  let last: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      paths = await shadowedPaths();
      if (paths.length > 0)
        log.warn(
          { paths },
          'Pages stand in the way of codes that were handed out. "npm run check -- --codes" lists both; give the pages other routes or slugs.',
        );
    } catch (error) {
      log.warn({ err: error }, 'Checking codes against paths of pages failed.');
    }
  };
  const lookAgain = (): void => {
    last = last.then(look);
  };
  siteStore.onReload(({ kind }) => {
    if (kind === 'changed') lookAgain();
  });
  lookAgain();
  return {
    health: () => ({ reasons: [], ...(paths.length > 0 && { details: { shadowedPaths: paths } }) }),
    count: () => paths.length,
    settled: () => last,
  };
}

export function buildShadowedPathsMetric({ count }: Pick<ShadowedPathsWatch, 'count'>): Gauge {
  return createGauge(
    {
      name: 'vitrine_shadowed_paths',
      help: 'Pages that stand in the way of an address which was handed out, when the site was last looked at.',
    },
    count,
  );
}
