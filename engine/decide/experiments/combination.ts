import { composeVariations, computeDocumentBytes } from '#engine/documents/compose.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { getDocumentPlan, planDocument, type SitePlan } from '../plan.ts';
import type { Combination, Variants } from './assignment-cache.ts';
import type { DocumentExperiments } from './prepare-tested-document.ts';

export const NO_VARIANTS: Variants = { key: '', ids: [] };

/** Bytes of a plan. */
const PLAN = 1_000;

/** The page of several variants; only the first one if they conflict. */
export function combine(ids: readonly DocumentId[], tested: DocumentExperiments, plan: SitePlan): Combination {
  return getCombination(ids.length === 0 ? NO_VARIANTS : combineVariants(ids, tested), tested, plan);
}

/** As `combine`, for cached combinations. */
export function getCombination(variants: Variants, tested: DocumentExperiments, plan: SitePlan): Combination {
  if (variants.ids.length === 0) return { variants, plan: tested.document, bytes: 0 };
  const known = tested.memory.get(variants.key);
  if (known !== undefined && 'plan' in known) return known;
  const combination = makeCombination(variants, tested, plan);
  tested.memory.set(variants.key, combination);
  return combination;
}

/** Keys of visitors start with a document id, which never equals this word. */
function combineVariants(ids: readonly DocumentId[], { document }: DocumentExperiments): Variants {
  return { key: `combination ${document.document.id} ${ids.join(' ')}`, ids };
}

function makeCombination(variants: Variants, tested: DocumentExperiments, plan: SitePlan): Combination {
  const { ids } = variants;
  const composed = composeVariations(plan.site, tested.document.document.id, ids);
  if (composed !== null) {
    // A single variant is a document of the site.
    const bytes = ids.length === 1 ? PLAN : PLAN + computeDocumentBytes(composed);
    return { variants, plan: planDocument(composed, plan.site), bytes };
  }
  const first = ids.slice(0, 1);
  return { variants: combineVariants(first, tested), plan: getDocumentPlan(first[0] ?? '', plan), bytes: PLAN };
}
