import { listChanges } from '#engine/documents/compose.ts';
import type { Site } from '#engine/documents/types.ts';
import { findText } from '#engine/i18n/catalogue.ts';
import { findMissingTexts } from '#engine/experiments/readiness.ts';
import { decide, selectShownDocument } from './decide.ts';
import type { Decision, Facts, PageDecision, TraceStep } from './types.ts';

export interface DecisionExplanation {
  readonly decision: Decision;
  /** In order; the last one is the result. */
  readonly steps: readonly TraceStep[];
}

/** The decision for a request with its reasons, and the parts of the page (N5). */
export function explainDecision(facts: Facts, site: Site): DecisionExplanation {
  const steps: TraceStep[] = [];
  const decision = decide(facts, site, (step) => steps.push(step));
  const made = decision.kind === 'page' ? [...changes(decision, site), ...fallbacks(decision, site)] : [];
  return { decision, steps: [...steps.slice(0, -1), ...made, ...steps.slice(-1)] };
}

function changes({ document, variations }: PageDecision, site: Site): TraceStep[] {
  const [base] = site.documents.get(document)?.bases.slice(-1) ?? [];
  const variants = variations.length > 0 ? variations : [document];
  const root = variations.length > 0 ? document : (base ?? document);
  return listChanges(site, root, variants).map(({ document: by, operation, block }) => ({
    step: 'change',
    note: `"${by}" changes "${root}": ${operation}${block === '' ? '' : ` at the block "${block}"`}.`,
  }));
}

/** A text in another language than the page, with its content. */
function fallbacks(decision: PageDecision, site: Site): TraceStep[] {
  const missing = findMissingTexts(site, selectShownDocument(decision, site), decision.locale);
  return missing.flatMap((key) => {
    const found = findText(site, key, decision.locale);
    if (found === null) return [];
    const note = `The text "${key}" does not exist in "${decision.locale}"; "${found.lang}" speaks in its place: ${quote(found.source)}.`;
    return { step: 'fallback' as const, note };
  });
}

const MAX_QUOTE_LENGTH = 60;

function quote(text: string): string {
  return JSON.stringify(text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH - 1)}…` : text);
}
