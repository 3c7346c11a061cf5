import { listAllSteps } from '#engine/documents/journeys/flow.ts';
import { findFormFields } from '#engine/documents/journeys/form-fields.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormFields } from '#schemas/generated/forms.ts';
import { validateFields } from '#server/platform/forms/validate-form.ts';
import { getJourneyDocument } from '../decide/document.ts';
import type { RegistrationDraft } from './enquiries.ts';

/**
 * Names of the steps whose forms a draft satisfies. Determined by values, not by the session: the draft may be of another revision with
 * fewer required fields. Only a step without required fields must have been sent.
 */
export function listDoneSteps(
  site: Pick<Site, 'journeyDocuments'>,
  values: RegistrationDraft['values'],
  sent: readonly string[],
): readonly string[] {
  return listAllSteps(getJourneyDocument(site)).flatMap(({ step: { name, form } }) => {
    const fields = findFormFields(form, site);
    const isDone =
      fields !== undefined && (sent.includes(name) || requiresSomething(fields)) && isAnswered(fields, values);
    return isDone ? [name] : [];
  });
}

function isAnswered(fields: FormFields, values: RegistrationDraft['values']): boolean {
  const own = Object.entries(values).filter(([field]) => Object.hasOwn(fields.rules, field));
  return validateFields(fields, Object.fromEntries(own)).ok;
}

function requiresSomething({ rules }: FormFields): boolean {
  return Object.values(rules).some(({ required }) => required);
}
