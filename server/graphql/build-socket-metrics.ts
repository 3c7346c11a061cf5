import type { Metric } from 'prom-client';
import type { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts';
import { createGauge } from '#server/platform/observability/metrics.ts';
import type { Sockets } from './sockets.ts';

/** Metrics of open connections. `sockets` is `null` until the server listens. */
export function buildSocketMetrics(
  sockets: () => Pick<Sockets, 'open'> | null,
  subscriptions: Pick<ConcurrencyLimiter, 'open'>,
): readonly Metric[] {
  return [
    createGauge({ name: 'vitrine_websockets', help: 'Open WebSocket connections.' }, () => sockets()?.open ?? 0),
    createGauge(
      { name: 'vitrine_subscriptions', help: 'Open subscriptions of all connections.' },
      () => subscriptions.open,
    ),
  ];
}
