import { composeArms } from '#engine/documents/compose.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { documentPlan, planOf, type SitePlan } from '../plan.ts';
import type { Combination, TestedDocument } from './tested-document.ts';

/** The page of several variants; the first one alone where they cannot be shown together. */
export function combine(variants: readonly DocumentId[], tested: TestedDocument, plan: SitePlan): Combination {
  const key = variants.join(' ');
  let combination = tested.combinations.get(key);
  if (combination === undefined) {
    combination = makeCombination(variants, tested, plan);
    tested.combinations.set(key, combination);
  }
  return combination;
}

function makeCombination(variants: readonly DocumentId[], tested: TestedDocument, plan: SitePlan): Combination {
  const [first] = variants;
  if (first === undefined) return { variants, plan: tested.document };
  const composed = composeArms(plan.site, tested.document.document.id, variants);
  if (composed !== null) return { variants, plan: planOf(composed, plan.site) };
  return { variants: [first], plan: documentPlan(first, plan) };
}
