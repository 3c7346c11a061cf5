import type { FormState } from '#engine/compile/types.ts';
import { selectFieldRules, listQuestions, listShownBlockForms } from '#engine/decide/forms.ts';
import { selectVisibleFields } from '#engine/documents/forms/conditions.ts';
import { type BlockFormPreview, listFormViews } from '#engine/documents/forms/form-views.ts';
import { getFieldRules } from '#engine/documents/forms/field-rules.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import type { ResolvedBlock, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { type BlockForm, isBlockForm, type ShownForm, splitBlockForm } from '#engine/shared/shown-form.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import type { FieldRules } from '#schemas/generated/forms.ts';

/** State of a form for a view of it; `undefined` if the page does not have it. */
export function assumeFormState(
  { block: id, view }: BlockFormPreview,
  document: ResolvedDocument,
  site: Site,
): FormState | undefined {
  const block = findBlock(document.blocks, id);
  const [form] = block === undefined ? [] : listShownBlockForms(block, { site, flow: document.flow });
  if (form === undefined || !listFormViews(findDocument(form, site)).includes(view)) return undefined;
  const questions = listQuestions(document, site).get(form);
  const state = { form, ...(questions !== undefined && { questions }), values: {}, errors: {} };
  switch (view) {
    case 'errors':
      return { ...state, errors: missingAnswers(form, questions, site) };
    case 'filled':
      return { ...state, values: sampleAnswers(form, questions, site) };
    default:
      return { ...state, phase: view };
  }
}

function findBlock(blocks: readonly ResolvedBlock[], id: string): ResolvedBlock | undefined {
  for (const block of blocks) {
    const found = block.id === id ? block : findBlock(block.blocks, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

const findDocument = (form: ShownForm | undefined, { forms }: Pick<Site, 'forms'>): FormDocument | undefined =>
  form !== undefined && isBlockForm(form) ? forms.get(splitBlockForm(form).document) : undefined;

/** Errors of an entry without any answer. */
function missingAnswers(form: ShownForm, questions: BlockForm | undefined, site: Site): FormState['errors'] {
  const own = isBlockForm(form) ? {} : getFormRules(form, site);
  const errors = Object.entries(own).flatMap(([field, { required, messages }]) =>
    required && messages['required'] !== undefined ? [[field, messages['required']] as const] : [],
  );
  return Object.fromEntries([...errors, ...missingIn(isBlockForm(form) ? form : questions, site)]);
}

/** The same of a form document: the rule in place of the message; only of the first step. */
function missingIn(form: BlockForm | undefined, site: Site): readonly (readonly [string, string])[] {
  const document = findDocument(form, site);
  if (document === undefined) return [];
  const asked = selectVisibleFields(document, () => []);
  const first = document.steps?.[0]?.fields;
  return [...getFieldRules(document)].flatMap(([name, { required }]) =>
    required && asked.has(name) && (first?.includes(name) ?? true) ? [[name, 'required'] as const] : [],
  );
}

/** Long answers, because short ones always fit. Each field takes the first that its rules accept. */
const samples = [
  'Maximiliane Konstantinopoulos-Wolfensberger',
  'Maximiliane Konstantinopoulos',
  'maximiliane.konstantinopoulos@example.com',
  '+49 30 1234567 89',
  '12',
  '10115',
] as const;

function sampleAnswers(form: ShownForm, questions: BlockForm | undefined, site: Site): FormState['values'] {
  const own = Object.entries(selectFieldRules(form, site, questions)).map(([name, rule]) => [name, sampleAnswer(rule)]);
  const document = findDocument(isBlockForm(form) ? form : questions, site);
  const days = document?.fields.flatMap(({ name, ...field }) =>
    field.type === 'date' ? [[name, field.from ?? '2026-12-24'] as const] : [],
  );
  return Object.fromEntries([...own.filter(([, answer]) => answer !== undefined), ...(days ?? [])]);
}

function sampleAnswer({ kind, options = [], ...limits }: Omit<FieldRules, 'messages'>): string | undefined {
  switch (kind) {
    case 'choice':
      return options[0];
    case 'choices':
      return options.join('\n');
    case 'flag':
      return 'on';
    case 'text': {
      const { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = limits;
      const isValid = (text: string): boolean =>
        pattern === undefined || new RegExp(`^(?:${pattern})$`, 'v').test(text);
      return samples.find((text) => text.length >= minLength && text.length <= maxLength && isValid(text));
    }
  }
}
