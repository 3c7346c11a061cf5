import type { Metric } from 'prom-client';
import { createStatusGauge } from '#server/platform/observability/metrics.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { FormEntries } from '../index.ts';

/** Database timeout in milliseconds: process metrics must be readable during an outage. */
const TIMEOUT_MS = 500;

/** Number of webhook requests by status. */
export const buildWebhookMetric = (entries: Pick<FormEntries, 'countDeliveries'>): Metric =>
  createStatusGauge(
    {
      name: 'vitrine_webhook_requests',
      help: 'Requests to webhooks in the database, by status; without a value while the database is out.',
    },
    () => withTimeout(TIMEOUT_MS, 'The state of webhooks', entries.countDeliveries()).catch(() => null),
    ['queued', 'sending', 'sent', 'dead'],
  );
