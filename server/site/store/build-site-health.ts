import type { HealthCheck } from '#server/platform/observability/health.ts';
import type { SiteStatus } from './site-store.ts';

/** Rejected documents do not fail readiness: the last valid site stays live. */
export function buildSiteHealth(siteStatus: () => SiteStatus): HealthCheck {
  return () => {
    const { revision, published, since, warnings, refused } = siteStatus();
    const site = {
      revision,
      published,
      since: new Date(since).toISOString(),
      warnings: warnings.length,
      // Why the newest documents were rejected; absent otherwise.
      ...(refused && {
        refused: {
          since: new Date(refused.since).toISOString(),
          published: refused.published,
          findings: refused.findings.map(
            ({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule}: ${message}`,
          ),
        },
      }),
    };
    return { reasons: revision === null ? ['No site was loaded yet.'] : [], details: { site } };
  };
}
