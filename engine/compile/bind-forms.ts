import { formTexts } from '#engine/shared/engine-texts.ts';
import {
  type BlockForm,
  type FormPhase,
  isBlockForm,
  splitBlockForm,
  type ShownForm,
} from '#engine/shared/shown-form.ts';
import type { BoundField, BoundForm } from '#engine/block-kit/form-types.ts';
import { findStepWithForm } from '#engine/documents/journeys/flow.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { FULL_FACET } from '#engine/documents/forms/full-facet.ts';
import type { Facets, Site } from '#engine/documents/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import type { FieldRules, FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { bindText, bindCodeTexts, type TextContext } from './bind.ts';
import { bindErrors, withoutFields } from './bind-errors.ts';
import { bindFields, bindFormDocument } from './bind-form-document.ts';
import { createOwnerCache } from './owner-cache.ts';
import type { FormState } from './types.ts';

/** The mark of a hole in an attribute. */
type Mark = (name: string) => string;

export interface FormBindingContext extends TextContext {
  /** Flow of the document, see `BindContext`. */
  readonly flow: string | undefined;
  readonly facets: Facets;
  /** Questions that blocks add to these forms; default: none. */
  readonly questions?: ReadonlyMap<ShownForm, BlockForm>;
}

/** Forms in one language, each with its path; after an error with submitted values. */
export function bindForms(
  names: Iterable<ShownForm>,
  context: FormBindingContext,
  state?: FormState,
  mark: Mark = () => '',
): Partial<Record<ShownForm, BoundForm>> {
  return Object.fromEntries(
    [...new Set(names)].map((name) => [
      name,
      state?.form === name ? bindForm(name, context, mark, state) : getForm(name, context),
    ]),
  );
}

/** After sending, the result is shown; otherwise whether all places are taken. */
function choosePhase(
  name: ShownForm,
  { facets }: FormBindingContext,
  state: FormState | undefined,
): FormPhase | undefined {
  const { phase, refusal, errors = {} } = state ?? {};
  // Prefilled values, such as those of the address, are not answers.
  const isAnswered = phase !== undefined || refusal !== undefined || Object.keys(errors).length > 0;
  if (isAnswered || !isBlockForm(name)) return phase;
  return facets[FULL_FACET + splitBlockForm(name).document] === 'yes' ? 'full' : undefined;
}

/** Maximum cached forms without input, by language and country. */
const MAX_FORMS = 300;

const boundForms = createOwnerCache<Site, { readonly form: BoundForm; readonly texts: ReadonlySet<string> }>(MAX_FORMS);

/** Shares a form between all pages that show it alike. */
function getForm(name: ShownForm, context: FormBindingContext): BoundForm {
  const key = JSON.stringify([
    name,
    context.locale,
    context.flow,
    context.country,
    context.questions?.get(name),
    choosePhase(name, context, undefined),
  ]);
  const { form, texts } = boundForms(context.site, key, () => {
    const read = new Set<string>();
    return { form: bindForm(name, { ...context, texts: read }, () => '', undefined), texts: read };
  });
  for (const text of texts) context.texts?.add(text);
  return form;
}

function bindForm(name: ShownForm, context: FormBindingContext, mark: Mark, state: FormState | undefined): BoundForm {
  const refusal = state?.refusal === undefined ? null : bindText(state.refusal, context);
  const words = bindCodeTexts('form', formTexts, context);
  const typed = state === undefined ? {} : filled(state, mark);
  if (isBlockForm(name)) {
    const own = bindFormDocument(name, context);
    const errors = state === undefined ? {} : selectMessages(own.fields, state);
    const phase = choosePhase(name, context, state);
    return {
      ...own,
      action: buildActionBase(context) + own.action,
      values: typed,
      errors,
      refusal,
      words,
      ...(state?.stepIndex !== undefined && { stepIndex: state.stepIndex }),
      ...(phase !== undefined && { state: phase }),
    };
  }
  // Without those of a wrong type, which fields of browsers cannot have.
  const bindAll = ({ type: _type, ...keys }: Readonly<Record<string, string>>): BoundField['messages'] =>
    Object.fromEntries(Object.entries(keys).map(([place, key]) => [place, bindText(key, context)]));
  const rulesByField = getFormRules(name, context.site);
  const asked = context.questions?.get(name);
  const questions = asked === undefined ? null : bindFields(splitBlockForm(asked).document, context);
  return {
    action: buildActionBase(context) + findPostUrl(name, context.site),
    ...findStep(name, context),
    fields: {
      ...Object.fromEntries(
        Object.entries(rulesByField).map(([field, rules]) => [
          field,
          { ...rules, messages: bindAll(rules.messages), ...optionNames(field, rules, context.locale) },
        ]),
      ),
      ...questions?.fields,
    },
    values: { ...suggestions(rulesByField, context), ...typed },
    errors: state === undefined ? {} : bindBothErrors(state, questions?.fields ?? {}, context, mark),
    refusal,
    words,
    ...(questions !== null && { controlTexts: questions.controlTexts }),
  };
}

/** Errors of a journey form's fields and of its questions. */
function bindBothErrors(
  state: FormState,
  questions: BoundForm['fields'],
  context: FormBindingContext,
  mark: Mark,
): BoundForm['errors'] {
  const own = withoutFields(state.errors, questions);
  return { ...bindErrors({ ...state, errors: own }, context, mark), ...selectMessages(questions, state) };
}

/** Errors of a form document, with the messages of their rules. */
function selectMessages(fields: BoundForm['fields'], { errors }: Pick<FormState, 'errors'>): BoundForm['errors'] {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, rule]) => {
      const message = fields[field]?.messages[rule];
      return message === undefined ? [] : [[field, message]];
    }),
  );
}

/** Path of forms in a language before the form's own part, such as `/de/do/`. */
export function buildActionBase({ site, locale }: Pick<FormBindingContext, 'site' | 'locale'>): string {
  return `${buildHref(site, { path: '/', locale }).replace(/\/$/, '')}/do/`;
}

/** From the document of its journey; default: the name of the form. */
function findPostUrl(form: FormName, { journeyDocuments }: Site): string {
  return [...journeyDocuments.values()].flatMap(({ forms }) => forms[form] ?? [])[0]?.post ?? form;
}

/** Name of the step with the form. */
function findStep(form: FormName, { site, flow }: FormBindingContext): Pick<BoundForm, 'step'> {
  const steps = [...site.journeyDocuments.values()].flatMap((journey) => findStepWithForm(journey, form, flow) ?? []);
  return steps[0] === undefined ? {} : { step: steps[0].step.name };
}

function suggestions(
  { country: rules }: Readonly<Record<string, FieldRules>>,
  { country }: FormBindingContext,
): BoundForm['values'] {
  return country !== undefined && rules?.options?.includes(country) === true ? { country } : {};
}

/** A visitor's value is a hole, so that equal errors share a page. */
function filled({ values, holes = {} }: FormState, mark: Mark): BoundForm['values'] {
  const marks = Object.entries(holes).map(([field, name]) => [field, mark(name)]);
  return { ...values, ...Object.fromEntries(marks) };
}

type OptionNames = NonNullable<BoundField['optionNames']>;

/** Cached by the options of a field: they are constants, and locale-aware sorting is slow. */
const namesByLocale = new WeakMap<readonly string[], Map<Locale, OptionNames>>();

/** Countries sorted by their names in the page's language (V2, CLDR). Browsers have other versions of CLDR. */
function optionNames(field: string, { options }: FieldRules, locale: Locale): Pick<BoundField, 'optionNames'> {
  if (field !== 'country' || options === undefined) return {};
  const known = namesByLocale.get(options) ?? new Map<Locale, OptionNames>();
  namesByLocale.set(options, known);
  const names = known.get(locale) ?? sortedNames(options, locale);
  known.set(locale, names);
  return { optionNames: names };
}

function sortedNames(options: readonly string[], locale: Locale): OptionNames {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return options
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => compare(a.label, b.label));
}
