import type { Metric } from 'prom-client';
import type { HealthCheck } from '#server/platform/observability/health.ts';
import { createLabelledCounter, createLabelledGauge } from '#server/platform/observability/metrics.ts';
import type { Retention } from './retention.ts';

type State = Pick<Retention, 'failing' | 'total'>;

/** Failed rules do not fail readiness; `/readyz` names their tables. */
export const retentionHealth =
  ({ failing }: State): HealthCheck =>
  () => ({
    reasons: [],
    ...(failing().length > 0 && { details: { retentionFailing: [...new Set(failing().map(({ table }) => table))] } }),
  });

export const buildRetentionMetrics = ({ failing, total }: State): readonly Metric[] => [
  createLabelledGauge(
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
  createLabelledCounter(
    {
      name: 'vitrine_retention_deleted_rows_total',
      help: 'Rows that were past their time, by table.',
      labelNames: ['table'],
    },
    () => Object.entries(total()).map(([table, value]) => ({ labels: { table }, value })),
  ),
];
