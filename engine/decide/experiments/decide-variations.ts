import { readQueryValue } from '#engine/routing/split-url.ts';
import { getDocumentPlan, type DocumentPlan } from '../plan.ts';
import { type VariationsDecision, VARY, withoutVariations } from './variations-decision.ts';
import type { VariationsRequest } from './variations-request.ts';
import { decideVariationsForVisitor } from './decide-variations-for-visitor.ts';
import { combine } from './combination.ts';
import { readForcedVariations } from './read-forced-variations.ts';
import { prepareTestedDocument, type DocumentExperiments } from './prepare-tested-document.ts';

const NONE = [] as const;
/** The variations of a visitor of a document (X1, N7). Bots, prefetches and HEAD get no new assignment. */
export function decideVariations(document: DocumentPlan, request: VariationsRequest): VariationsDecision {
  const { facts, plan, query, trace } = request;
  const { experiments } = facts;
  const tested = experiments === undefined ? null : prepareTestedDocument(document.document.id, experiments, plan);
  if (tested === null) return withoutVariations(document);
  if (query !== '' && readQueryValue(query, 'disablegb') === 'true') {
    trace?.({ step: 'experiment', note: 'The URL turns experiments off (disablegb=true).' });
    return withoutVariations(document);
  }
  return (
    variationsOfForm(tested, request) ?? variationsOfUrl(tested, request) ?? decideVariationsForVisitor(tested, request)
  );
}

/**
 * The document that a form names; `null` unless it is the tested document or one variation of each experiment, which may be
 * previewed.
 */
function variationsOfForm(
  tested: DocumentExperiments,
  { facts, plan, trace }: VariationsRequest,
): VariationsDecision | null {
  const ids = facts.shown;
  if (ids === undefined) return null;
  const base = tested.document.document.id;
  const variants = [...tested.forceable.values()]
    .filter(({ obstacle }) => obstacle === null)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap(
      ({ variations }) => variations.find(({ variant }) => variant !== base && ids.includes(variant))?.variant ?? [],
    );
  const known = new Set(variants);
  if (!ids.every((id) => id === base || known.has(id))) return null;
  trace?.({ step: 'experiment', note: 'The form says which variations it stood in.' });
  const combination = combine([...known], tested, plan);
  return {
    ...withoutVariations(combination.plan),
    variations: combination.variants.ids,
    personal: true,
    cacheScope: undefined,
    vary: VARY,
  };
}

/** The variations that the URL forces; `null` for none. */
function variationsOfUrl(
  tested: DocumentExperiments,
  { query, plan, trace }: VariationsRequest,
): VariationsDecision | null {
  const forced = query === '' ? NONE : readForcedVariations(query, tested, trace);
  if (forced.length === 0) return null;
  const looked = { personal: true, forced: true, cacheScope: undefined, vary: VARY };
  const redirect = forced.find(({ redirects }) => redirects);
  if (redirect !== undefined)
    return { ...withoutVariations(getDocumentPlan(redirect.variant, plan)), ...looked, redirects: true };
  const base = tested.document.document.id;
  const variants = forced.map(({ variant }) => variant).filter((variant) => variant !== base);
  const combination = combine(variants, tested, plan);
  return { ...withoutVariations(combination.plan), ...looked, variations: combination.variants.ids };
}
