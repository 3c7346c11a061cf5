import { allSteps } from '#engine/documents/journeys/flow.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { type FieldRules, type FormName, formRules } from '#schemas/generated/forms.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { RegistrationDraft } from './enquiries.ts';

/**
 * Names of the steps whose forms a draft can answer for. The values decide, not what a session says of them: a draft may be of
 * another revision, whose steps asked for less. Only a step that requires nothing must have been sent.
 */
export function doneSteps(
  document: JourneyDocument,
  values: RegistrationDraft['values'],
  sent: readonly string[],
): readonly string[] {
  return allSteps(document).flatMap(({ step: { name, form } }) =>
    isForm(form) && (sent.includes(name) || requiresSomething(form)) && isAnswered(form, values) ? [name] : [],
  );
}

function isAnswered(form: FormName, values: RegistrationDraft['values']): boolean {
  const own = Object.entries(values).filter(([field]) => Object.hasOwn(formRules[form], field));
  return validateForm(form, Object.fromEntries(own)).ok;
}

function requiresSomething(form: FormName): boolean {
  const rules: readonly FieldRules[] = Object.values(formRules[form]);
  return rules.some(({ required }) => required);
}

function isForm(name: string): name is FormName {
  return Object.hasOwn(formRules, name);
}
