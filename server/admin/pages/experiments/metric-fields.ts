import type { FieldView } from '#engine/shared/data-view.ts';
import { conversions, defaultGoalMetric } from '#schemas/generated/events.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { nameConversion } from './results/describe-verdict.ts';

/** Goal metric and guardrails. */
export interface ExperimentMetrics {
  /** `null` for a site without conversions. */
  readonly goalMetric: string | null;
  readonly guardrails: readonly string[];
}

const GOAL = 'goalMetric';
const guardrailField = (event: string): string => `guardrail-${event}`;

/** Empty for a site without conversions. */
export function buildMetricFields(
  t: StaffTranslator,
  { goalMetric, guardrails }: ExperimentMetrics,
): readonly FieldView[] {
  const metrics = conversions.map((event) => ({ value: event, label: nameConversion(t, event) }));
  if (metrics.length === 0) return [];
  const decides = goalMetric ?? defaultGoalMetric ?? '';
  return [
    { name: GOAL, label: t('results.metric'), type: 'select', value: decides, options: metrics },
    ...metrics.map(({ value, label }): FieldView => ({
      name: guardrailField(value),
      label,
      type: 'checkbox',
      value: guardrails.includes(value) ? 'on' : '',
      group: t('results.guardrails'),
    })),
  ];
}

/** Submitted metrics; the goal metric is not a guardrail. */
export function readMetrics(text: (name: string) => string): ExperimentMetrics {
  const goalMetric = conversions.find((event) => event === text(GOAL)) ?? defaultGoalMetric;
  const guardrails = conversions.filter((event) => event !== goalMetric && text(guardrailField(event)) === 'on');
  return { goalMetric, guardrails };
}
