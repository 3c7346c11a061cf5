import { isBlockForm, partsOfBlockForm } from '#engine/base/shown-form.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { shownFormsOf } from './forms.ts';
import type { PageAddition } from './journey.ts';
import type { Facts } from './types.ts';

/** The first form document of a page whose places are all taken; `null` when none is known to be full. */
export function fullForm(document: ResolvedDocument, { fullForms }: Facts, site: Site): PageAddition | null {
  if (fullForms === undefined || fullForms.size === 0) return null;
  const form = shownFormsOf(document, site).find(
    (shown) => isBlockForm(shown) && fullForms.has(partsOfBlockForm(shown).document),
  );
  return form === undefined ? null : { notice: { form, holes: {}, errors: {}, phase: 'full' } };
}
