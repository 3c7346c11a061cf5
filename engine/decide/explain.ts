import { changesOf } from '#engine/documents/compose.ts';
import type { Site } from '#engine/documents/types.ts';
import { missingTexts } from '#engine/experiments/readiness.ts';
import { decide, shownDocument } from './decide.ts';
import type { Decision, Facts, PageDecision, TraceStep } from './types.ts';

export interface Explanation {
  readonly decision: Decision;
  /** In the order in which they were taken; the last one is the result. */
  readonly steps: readonly TraceStep[];
}

/** The decision for a request together with the reasons for it, and what the page is made of (N5). */
export function explain(facts: Facts, site: Site): Explanation {
  const steps: TraceStep[] = [];
  const decision = decide(facts, site, (step) => steps.push(step));
  const made = decision.kind === 'page' ? [...changes(decision, site), ...fallbacks(decision, site)] : [];
  return { decision, steps: [...steps.slice(0, -1), ...made, ...steps.slice(-1)] };
}

function changes({ document, arms }: PageDecision, site: Site): TraceStep[] {
  const [base] = site.documents.get(document)?.bases.slice(-1) ?? [];
  const variants = arms.length > 0 ? arms : [document];
  const root = arms.length > 0 ? document : (base ?? document);
  return changesOf(site, root, variants).map(({ document: by, operation, block }) => ({
    step: 'change',
    note: `"${by}" changes "${root}": ${operation}${block === '' ? '' : ` at the block "${block}"`}.`,
  }));
}

function fallbacks(decision: PageDecision, site: Site): TraceStep[] {
  const others = [...site.texts.values()];
  const missing = missingTexts(site, shownDocument(decision, site), decision.locale);
  return missing
    .filter((key) => others.some((texts) => texts.has(key)))
    .map((key) => ({
      step: 'fallback',
      note: `The text "${key}" does not exist in "${decision.locale}"; another language speaks in its place.`,
    }));
}
