import type { Metric } from 'prom-client';
import { createLabelledCounter } from '#server/platform/observability/metrics.ts';
import type { NetworkLimits } from './network-limits.ts';

/** Number of rate limited requests; many at once are an attack. */
export function buildLimitMetric({ refusals }: Pick<NetworkLimits, 'refusals'>): Metric {
  return createLabelledCounter(
    {
      name: 'vitrine_rate_limited_requests_total',
      help: 'Requests that were refused because their network did too much of one thing, by that thing.',
      labelNames: ['action'],
    },
    () => [...refusals()].map(([action, value]) => ({ labels: { action }, value })),
  );
}
