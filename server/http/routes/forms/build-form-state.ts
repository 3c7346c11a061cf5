import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { FormState } from '#engine/compile/types.ts';
import { selectFieldRules } from '#engine/decide/forms.ts';
import { isBlockForm, type ShownForm, splitBlockForm } from '#engine/shared/shown-form.ts';
import { findStepWith, readStep } from '#engine/documents/forms/steps.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';

/** Maximum characters of a field that are shown again; fields of form documents may allow more. */
const MAX_LENGTH = 1_000;

/** Submitted values by field, to be shown again; without unknown fields and tokens. */
function typedValues(rules: ReturnType<typeof selectFieldRules>, fields: URLSearchParams): FormState['values'] {
  const entries = Object.entries(rules).flatMap(([field, { options = [], maxLength = 0 }]): [string, string][] => {
    const values = fields.getAll(field);
    if (values.length === 0 || field === 'token') return [];
    // At most the choices that the form offers; the next step resubmits them.
    const max = Math.max(MAX_LENGTH, 2 * maxLength, options.join('\n').length);
    return [[field, values.join('\n').slice(0, max)]];
  });
  return Object.fromEntries(entries);
}

/** Errors by field. Errors of other fields, such as those of an earlier step, are shown above the form. */
export function buildFormState(
  { form, questions }: Pick<FormState, 'form' | 'questions'>,
  fields: URLSearchParams,
  errors: readonly FieldError[],
  site: Site,
): FormState {
  const rules = selectFieldRules(form, site, questions);
  const stepIndex = chooseStep(form, fields, errors, site);
  const asked = listStepFields(form, stepIndex, site);
  // Errors of other steps are reported when their step is sent again.
  const own = errors.filter(({ field }) => Object.hasOwn(rules, field) && (asked?.includes(field) ?? true));
  const foreign = errors.find(({ field }) => !Object.hasOwn(rules, field));
  return {
    form,
    ...(questions !== undefined && { questions }),
    ...(stepIndex > 0 && { stepIndex }),
    values: typedValues(rules, fields),
    errors: Object.fromEntries(own.map(({ field, message }) => [field, message])),
    refusal: foreign?.message,
  };
}

const findDocument = (form: ShownForm, { forms }: Site): FormDocument | undefined =>
  isBlockForm(form) ? forms.get(splitBlockForm(form).document) : undefined;

/** Fields of a step; `undefined` for a form without steps. */
const listStepFields = (form: ShownForm, stepIndex: number, site: Site): readonly string[] | undefined =>
  findDocument(form, site)?.steps?.[stepIndex]?.fields;

/** The first step with an error, else the submitted one. */
function chooseStep(form: ShownForm, fields: URLSearchParams, errors: readonly FieldError[], site: Site): number {
  const document = findDocument(form, site);
  if (document?.steps === undefined) return 0;
  const wrong = errors.map(({ field }) => field);
  return findStepWith(document, wrong) ?? readStep(document, fields);
}
