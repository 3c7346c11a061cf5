import { formMetric } from '#server/http/routes/forms/form-counts.ts';
import { shedMetric } from '#server/platform/limits/shed-metric.ts';
import { createMetrics, type Metrics } from '#server/platform/observability/metrics.ts';
import { errorMetric } from '#server/platform/observability/repeated-errors.ts';
import { responseMetric, routeMetric, templateMetrics } from '#server/site/pages/page-metrics.ts';
import { siteMetrics } from '#server/site/store/site-metrics.ts';
import { backendMetrics } from '#server/app/backend-metrics.ts';
import type { ServerOptions } from '#server/app/server-options.ts';
import { shadowedPathsMetric } from '#server/app/watch-shadowed-paths.ts';
import type { Services } from './create-services.ts';

/** The metrics of all modules of the server. */
export function createServerMetrics(services: Services, { errorReports }: ServerOptions): Metrics {
  const { times, pages, counts, limits, siteStore, experiments, events, backend, graphql, shadowed } = services;
  return createMetrics([
    times.metric,
    pages.compileSeconds,
    responseMetric(counts.pages),
    routeMetric(counts.pages),
    formMetric(counts.forms),
    shedMetric(limits.shedCounts),
    limits.dynamicRequests.metric(),
    errorMetric(),
    ...(errorReports ? [errorReports.metric()] : []),
    ...templateMetrics(pages.store),
    ...siteMetrics(() => siteStore.status),
    ...experiments.metrics,
    ...events.metrics,
    ...(backend ? backendMetrics(backend) : []),
    ...(graphql?.metrics ?? []),
    ...(shadowed ? [shadowedPathsMetric(shadowed)] : []),
  ]);
}
