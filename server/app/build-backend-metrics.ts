import type { Metric } from 'prom-client';
import { buildWebhookMetric } from '#server/forms/entries/webhooks/build-webhook-metric.ts';
import { buildRetentionMetrics } from '#server/platform/database/retention-state.ts';
import { buildLimitMetric } from '#server/platform/limits/limit-metric.ts';
import { buildOutboxMetrics } from '#server/platform/mail/build-outbox-metrics.ts';
import type { ServedBackend } from './served-backend.ts';

/** Metrics of the database, use cases, mails and limits. */
export function buildBackendMetrics({
  ports,
  outbox,
  formEntries,
  retention,
}: Pick<ServedBackend, 'ports' | 'outbox' | 'formEntries' | 'retention'>): readonly Metric[] {
  const { database, limits, useCaseTimes } = ports;
  return [
    ...database.metrics,
    ...(useCaseTimes === undefined ? [] : [useCaseTimes.metric]),
    ...buildOutboxMetrics(outbox),
    ...(formEntries === undefined ? [] : [buildWebhookMetric(formEntries)]),
    ...(retention === undefined ? [] : buildRetentionMetrics(retention)),
    buildLimitMetric(limits),
  ];
}
