import { retentionHealth } from '#server/platform/database/retention-state.ts';
import type { HealthCheck } from '#server/platform/observability/health.ts';
import { buildSiteHealth } from '#server/site/store/build-site-health.ts';
import type { Services } from './create-services.ts';

/** Conditions of readiness. */
export function buildHealthChecks({ lifecycle, siteStore, backend, shadowed }: Services): readonly HealthCheck[] {
  return [
    () => ({ reasons: lifecycle.isDraining() ? ['The server is stopping.'] : [] }),
    buildSiteHealth(() => siteStore.status),
    ...(backend?.health ? [backend.health] : []),
    ...(backend?.retention ? [retentionHealth(backend.retention)] : []),
    ...(shadowed ? [shadowed.health] : []),
  ];
}
