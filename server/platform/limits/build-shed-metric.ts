import type { Metric } from 'prom-client';
import { createLabelledCounter } from '#server/platform/observability/metrics.ts';
import type { ShedCounts } from './shedding.ts';

/** Number of shed requests. */
export function buildShedMetric(counts: ShedCounts): Metric {
  return createLabelledCounter(
    {
      name: 'vitrine_shed_requests_total',
      help: 'Requests that were refused because the event loop was late, by what they asked for.',
      labelNames: ['what'],
    },
    () => Object.entries(counts).map(([what, value]) => ({ labels: { what }, value })),
  );
}
