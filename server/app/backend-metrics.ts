import type { Metric } from 'prom-client';
import { webhookMetric } from '#server/forms/entries/webhooks/webhook-metric.ts';
import { retentionMetrics } from '#server/platform/database/retention-state.ts';
import { limitMetric } from '#server/platform/limits/limit-metric.ts';
import { outboxMetrics } from '#server/platform/mail/outbox-metrics.ts';
import type { ServedBackend } from './served-backend.ts';

/** Metrics of the database, use cases, mails and limits. */
export function backendMetrics({
  ports,
  outbox,
  formEntries,
  retention,
}: Pick<ServedBackend, 'ports' | 'outbox' | 'formEntries' | 'retention'>): readonly Metric[] {
  const { database, limits, useCaseTimes } = ports;
  return [
    ...database.metrics,
    ...(useCaseTimes === undefined ? [] : [useCaseTimes.metric]),
    ...outboxMetrics(outbox),
    ...(formEntries === undefined ? [] : [webhookMetric(formEntries)]),
    ...(retention === undefined ? [] : retentionMetrics(retention)),
    limitMetric(limits),
  ];
}
