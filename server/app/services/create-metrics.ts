import { buildFormMetric } from '#server/http/routes/forms/form-counts.ts';
import { buildShedMetric } from '#server/platform/limits/build-shed-metric.ts';
import { createMetrics, type Metrics } from '#server/platform/observability/metrics.ts';
import { buildErrorMetric } from '#server/platform/observability/repeated-errors.ts';
import { buildResponseMetric, buildRouteMetric, buildTemplateMetrics } from '#server/site/pages/page-metrics.ts';
import { buildSiteMetrics } from '#server/site/store/build-site-metrics.ts';
import { buildBackendMetrics } from '#server/app/build-backend-metrics.ts';
import type { ServerOptions } from '#server/app/server-options.ts';
import { buildShadowedPathsMetric } from '#server/app/watch-shadowed-paths.ts';
import type { Services } from './create-services.ts';

/** The metrics of all modules of the server. */
export function createServerMetrics(services: Services, { errorReports }: ServerOptions): Metrics {
  const { times, pages, counts, limits, siteStore, experiments, events, backend, graphql, shadowed } = services;
  return createMetrics([
    times.metric,
    pages.compileSeconds,
    buildResponseMetric(counts.pages),
    buildRouteMetric(counts.pages),
    buildFormMetric(counts.forms),
    buildShedMetric(limits.shedCounts),
    limits.dynamicRequests.metric(),
    buildErrorMetric(),
    ...(errorReports ? [errorReports.metric()] : []),
    ...buildTemplateMetrics(pages.store),
    ...buildSiteMetrics(() => siteStore.status),
    ...experiments.metrics,
    ...events.metrics,
    ...(backend ? buildBackendMetrics(backend) : []),
    ...(graphql?.metrics ?? []),
    ...(shadowed ? [buildShadowedPathsMetric(shadowed)] : []),
  ]);
}
