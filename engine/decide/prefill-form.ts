import { isBlockForm, type ShownForm, splitBlockForm } from '#engine/shared/shown-form.ts';
import { getFieldRules } from '#engine/documents/forms/field-rules.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { readQueryValue } from '#engine/routing/split-url.ts';
import { listQuestions, listShownForms } from './forms.ts';
import type { PageAddition } from './journey.ts';

/** Maximum characters of a prefilled value. */
const MAX_LENGTH = 200;

/** A form with fields that the address of its page prefills. */
export interface PrefillableForm {
  readonly form: ShownForm;
  readonly fields: readonly { readonly name: string; readonly parameter: string }[];
}

/** Forms of a page whose form documents have fields that the address prefills. */
export function listPrefillableForms(document: ResolvedDocument, site: Site): readonly PrefillableForm[] {
  if (site.forms.size === 0) return [];
  const questions = listQuestions(document, site);
  return listShownForms(document, site).flatMap((form) => {
    const named = isBlockForm(form) ? form : questions.get(form);
    const written = named === undefined ? undefined : site.forms.get(splitBlockForm(named).document);
    const fields = [...(written === undefined ? [] : getFieldRules(written))].flatMap(([name, { field }]) =>
      'prefill' in field && field.prefill !== undefined ? [{ name, parameter: field.prefill }] : [],
    );
    return fields.length === 0 ? [] : [{ form, fields }];
  });
}

/** The first form that is prefilled by the address; `null` for none. Values are holes, so that all visitors share the page. */
export function prefillForm(forms: readonly PrefillableForm[], query: string): PageAddition | null {
  if (query === '') return null;
  for (const { form, fields } of forms) {
    const given = fields.map(({ parameter }) => (readQueryValue(query, parameter) ?? '').slice(0, MAX_LENGTH));
    if (given.every((value) => value === '')) continue;
    const hole = (name: string): string => `prefill${name}`;
    return {
      notice: { form, holes: Object.fromEntries(fields.map(({ name }) => [name, hole(name)])), errors: {} },
      values: Object.fromEntries(fields.map(({ name }, index) => [hole(name), given[index] ?? ''])),
    };
  }
  return null;
}
