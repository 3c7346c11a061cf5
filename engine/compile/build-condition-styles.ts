import { isBlockForm, splitBlockForm, type ShownForm } from '#engine/shared/shown-form.ts';
import { collectConditions } from '#engine/documents/forms/conditions.ts';
import type { Site } from '#engine/documents/types.ts';
import type { FormCondition } from '#schemas/generated/documents.ts';

/**
 * CSS rules that hide fields of form documents whose conditions do not hold, with and without JavaScript. Names and values need no
 * escaping: by their schema they consist of letters, digits, hyphens and underscores.
 */
export function buildConditionStyles(forms: Iterable<ShownForm>, site: Pick<Site, 'forms'>): readonly string[] {
  return [...forms].flatMap((shown) => {
    if (!isBlockForm(shown)) return [];
    const { document, block } = splitBlockForm(shown);
    const form = site.forms.get(document);
    return (form?.fields ?? []).flatMap(({ name }) =>
      collectConditions(form?.fields ?? [], name).map(
        (when) => `[id="${block}-form"]:not(:has(${holds(when)})) [data-when="${name}"]{display:none}`,
      ),
    );
  });
}

/** Selector for a fulfilled condition. A checkbox without a value submits "on". */
function holds({ field, is }: FormCondition): string {
  const values = `:is(${is.map((value) => `[value="${value}"]`).join()})`;
  const box = is.includes('on') ? `,[name="${field}"]:not([value]):checked` : '';
  return `[name="${field}"]${values}:checked,[name="${field}"]>${values}:checked${box}`;
}
