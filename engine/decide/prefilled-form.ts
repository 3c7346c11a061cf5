import { isBlockForm, splitBlockForm } from '#engine/shared/shown-form.ts';
import { getFieldRules } from '#engine/documents/forms/field-rules.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { queryValue } from '#engine/routing/split-url.ts';
import { listQuestions, listShownForms } from './forms.ts';
import type { PageAddition } from './journey.ts';

/** Characters of a value that an address may fill into a field. */
const MAX_LENGTH = 200;

/**
 * The first form of a page whose fields of a form document the address fills in advance; `null` when it fills none. Fields are holes, so that all
 * visitors share the page.
 */
export function prefilledForm(document: ResolvedDocument, query: string, site: Site): PageAddition | null {
  if (query === '' || site.forms.size === 0) return null;
  const questions = listQuestions(document, site);
  for (const form of listShownForms(document, site)) {
    const named = isBlockForm(form) ? form : questions.get(form);
    const written = named === undefined ? undefined : site.forms.get(splitBlockForm(named).document);
    const fields = [...(written === undefined ? [] : getFieldRules(written))].flatMap(([name, { field }]) =>
      'prefill' in field && field.prefill !== undefined ? [{ name, parameter: field.prefill }] : [],
    );
    const given = fields.map(({ parameter }) => (queryValue(query, parameter) ?? '').slice(0, MAX_LENGTH));
    if (given.every((value) => value === '')) continue;
    const hole = (name: string): string => `prefill${name}`;
    return {
      notice: { form, holes: Object.fromEntries(fields.map(({ name }) => [name, hole(name)])), errors: {} },
      values: Object.fromEntries(fields.map(({ name }, index) => [hole(name), given[index] ?? ''])),
    };
  }
  return null;
}
