import type { Metric } from 'prom-client';
import { createLabelledCounter } from '#server/platform/observability/metrics.ts';

/** Counts submitted forms by use case and outcome, for the metrics. */
export class FormCounts {
  readonly #counts = new Map<string, { readonly useCase: string; readonly outcome: string; count: number }>();

  add(useCase: string, outcome: string): void {
    const key = `${useCase} ${outcome}`;
    const entry = this.#counts.get(key) ?? { useCase, outcome, count: 0 };
    entry.count += 1;
    this.#counts.set(key, entry);
  }

  [Symbol.iterator](): Iterator<{ readonly useCase: string; readonly outcome: string; readonly count: number }> {
    return this.#counts.values();
  }
}

/** Metric of submitted forms. */
export function buildFormMetric(forms: FormCounts): Metric {
  return createLabelledCounter(
    {
      name: 'vitrine_form_submissions_total',
      help: 'Forms that were sent, by use case and what became of them.',
      labelNames: ['use_case', 'outcome'],
    },
    () => [...forms].map(({ useCase, outcome, count }) => ({ labels: { use_case: useCase, outcome }, value: count })),
  );
}
