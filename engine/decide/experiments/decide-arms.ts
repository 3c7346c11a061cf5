import { queryValue } from '#engine/routing/split-url.ts';
import { documentPlan, type DocumentPlan } from '../plan.ts';
import { type ArmsDecision, VARY, withoutArms } from './arms-decision.ts';
import type { ArmsRequest } from './arms-request.ts';
import { armsOfVisitor } from './arms-of-visitor.ts';
import { combine } from './combination.ts';
import { forcedArms } from './forced-arms.ts';
import { testedDocument, type TestedDocument } from './tested-document.ts';

const NONE = [] as const;
/** The variations of a visitor of a document (X1, N7). Bots, prefetches and HEAD get no new assignment. */
export function decideArms(document: DocumentPlan, request: ArmsRequest): ArmsDecision {
  const { facts, plan, query, trace } = request;
  const { experiments } = facts;
  const tested = experiments === undefined ? null : testedDocument(document.document.id, experiments, plan);
  if (tested === null) return withoutArms(document);
  if (query !== '' && queryValue(query, 'disablegb') === 'true') {
    trace?.({ step: 'experiment', note: 'The URL turns experiments off (disablegb=true).' });
    return withoutArms(document);
  }
  return armsOfForm(tested, request) ?? armsOfUrl(tested, request) ?? armsOfVisitor(tested, request);
}

/**
 * The document that a form names; `null` unless it is the tested document or one variation of each experiment, which may be
 * previewed.
 */
function armsOfForm(tested: TestedDocument, { facts, plan, trace }: ArmsRequest): ArmsDecision | null {
  const ids = facts.shown;
  if (ids === undefined) return null;
  const base = tested.document.document.id;
  const variants = [...tested.forceable.values()]
    .filter(({ obstacle }) => obstacle === null)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(({ arms }) => arms.find(({ variant }) => variant !== base && ids.includes(variant))?.variant ?? []);
  const known = new Set(variants);
  if (!ids.every((id) => id === base || known.has(id))) return null;
  trace?.({ step: 'experiment', note: 'The form says which arms it stood in.' });
  const combination = combine([...known], tested, plan);
  return {
    ...withoutArms(combination.plan),
    arms: combination.variants.ids,
    personal: true,
    keptFor: undefined,
    vary: VARY,
  };
}

/** The variations that the URL forces; `null` for none. */
function armsOfUrl(tested: TestedDocument, { query, plan, trace }: ArmsRequest): ArmsDecision | null {
  const forced = query === '' ? NONE : forcedArms(query, tested, trace);
  if (forced.length === 0) return null;
  const looked = { personal: true, forced: true, keptFor: undefined, vary: VARY };
  const redirect = forced.find(({ redirects }) => redirects);
  if (redirect !== undefined)
    return { ...withoutArms(documentPlan(redirect.variant, plan)), ...looked, redirects: true };
  const base = tested.document.document.id;
  const variants = forced.map(({ variant }) => variant).filter((variant) => variant !== base);
  const combination = combine(variants, tested, plan);
  return { ...withoutArms(combination.plan), ...looked, arms: combination.variants.ids };
}
