import type { Metric } from 'prom-client';
import type { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts';
import { gauge } from '#server/platform/observability/metrics.ts';
import type { Sockets } from './sockets.ts';

/** Metrics of open connections. `sockets` is `null` until the server listens. */
export function socketMetrics(
  sockets: () => Pick<Sockets, 'open'> | null,
  subscriptions: Pick<ConcurrencyLimiter, 'open'>,
): readonly Metric[] {
  return [
    gauge({ name: 'vitrine_websockets', help: 'Open WebSocket connections.' }, () => sockets()?.open ?? 0),
    gauge({ name: 'vitrine_subscriptions', help: 'Open subscriptions of all connections.' }, () => subscriptions.open),
  ];
}
