import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { FormState } from '#engine/compile/types.ts';
import { formRules, type FormName } from '#schemas/generated/forms.ts';

/** Characters of one field that are shown again; a field allows far fewer. */
const MAX_LENGTH = 1_000;

/** What was typed, by field, as the page shows it again; fields the form does not have, and tokens, are left out. */
function typedValues(form: FormName, fields: URLSearchParams): FormState['values'] {
  const entries = Object.keys(formRules[form]).flatMap((field): [string, string][] => {
    const values = fields.getAll(field);
    return values.length === 0 || field === 'token' ? [] : [[field, values.join('\n').slice(0, MAX_LENGTH)]];
  });
  return Object.fromEntries(entries);
}

/** Messages at their fields. What belongs to no field of this form, such as a mistake of an earlier step, is said above it. */
export function formState(form: FormName, fields: URLSearchParams, errors: readonly FieldError[]): FormState {
  const own = errors.filter(({ field }) => Object.hasOwn(formRules[form], field));
  const foreign = errors.find(({ field }) => !Object.hasOwn(formRules[form], field));
  return {
    form,
    values: typedValues(form, fields),
    errors: Object.fromEntries(own.map(({ field, message }) => [field, message])),
    ...(foreign && { refusal: foreign.message }),
  };
}
