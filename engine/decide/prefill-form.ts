import { isBlockForm, splitBlockForm } from '#engine/shared/shown-form.ts';
import { getFieldRules } from '#engine/documents/forms/field-rules.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { readQueryValue } from '#engine/routing/split-url.ts';
import { listQuestions, listShownForms } from './forms.ts';
import type { PageAddition } from './journey.ts';

/** Maximum characters of a prefilled value. */
const MAX_LENGTH = 200;

/** The first form of a page whose form document fields are prefilled by the address; `null` for none. Values are holes, so that all visitors share the page. */
export function prefillForm(document: ResolvedDocument, query: string, site: Site): PageAddition | null {
  if (query === '' || site.forms.size === 0) return null;
  const questions = listQuestions(document, site);
  for (const form of listShownForms(document, site)) {
    const named = isBlockForm(form) ? form : questions.get(form);
    const written = named === undefined ? undefined : site.forms.get(splitBlockForm(named).document);
    const fields = [...(written === undefined ? [] : getFieldRules(written))].flatMap(([name, { field }]) =>
      'prefill' in field && field.prefill !== undefined ? [{ name, parameter: field.prefill }] : [],
    );
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
