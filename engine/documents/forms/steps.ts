import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { STEP_FIELD } from '#engine/shared/shown-form.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';

/** Index of the submitted step; the last one for API clients and pages from before the form had steps. */
export function readStep({ steps = [] }: FormDocument, fields: URLSearchParams): number {
  const last = Math.max(0, steps.length - 1);
  const stepIndex = parseWholeNumber(fields.get(STEP_FIELD) ?? '');
  return stepIndex >= 0 && stepIndex < last ? stepIndex : last;
}

/** Index of the first step with one of these fields; `undefined` for none. */
export function findStepWith({ steps = [] }: FormDocument, fields: readonly string[]): number | undefined {
  const found = steps.findIndex((step) => step.fields.some((field) => fields.includes(field)));
  return found === -1 ? undefined : found;
}
