import type { Metric } from 'prom-client';
import type { HealthCheck } from '#server/platform/observability/health.ts';
import { labelledCounter, labelledGauge } from '#server/platform/observability/metrics.ts';
import type { Retention } from './retention.ts';

type State = Pick<Retention, 'failing' | 'total'>;

/** Failed rules do not fail readiness; `/readyz` names their tables. */
export const retentionHealth =
  ({ failing }: State): HealthCheck =>
  () => ({
    reasons: [],
    ...(failing().length > 0 && { details: { retentionFailing: [...new Set(failing().map(({ table }) => table))] } }),
  });

export const retentionMetrics = ({ failing, total }: State): readonly Metric[] => [
  labelledGauge(
    {
      name: 'vitrine_retention_failing_rules',
      help: 'Rules of retention that the last round of this process could not carry out, by table.',
      labelNames: ['table'],
    },
    () =>
      [...Map.groupBy(failing(), ({ table }) => table)].map(([table, rules]) => ({
        labels: { table },
        value: rules.length,
      })),
  ),
  labelledCounter(
    {
      name: 'vitrine_retention_deleted_rows_total',
      help: 'Rows that were past their time, by table.',
      labelNames: ['table'],
    },
    () => Object.entries(total()).map(([table, value]) => ({ labels: { table }, value })),
  ),
];
