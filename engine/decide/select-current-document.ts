import { findNextWindowBoundary, computeWindowState } from '#engine/shared/wall-time.ts';
import type { DocumentId, ResolvedDocument } from '#engine/documents/types.ts';
import { minNullable } from './min-nullable.ts';
import { getDocumentPlan, type DocumentPlan, type SitePlan } from './plan.ts';
import type { TraceObserver } from './types.ts';

export interface WindowedDocument {
  /** `null` if nothing is shown. */
  readonly plan: DocumentPlan | null;
  /** Time of the next change, in milliseconds since the epoch. */
  readonly validUntil: number | null;
}

/** The current document of a URL: outside its window a variant shows its base, a complete document nothing. */
export function selectCurrentDocument(
  id: DocumentId,
  now: number,
  plan: SitePlan,
  trace?: TraceObserver,
): WindowedDocument {
  let candidate: DocumentPlan | null = getDocumentPlan(id, plan);
  let validUntil: number | null = null;
  while (candidate !== null) {
    const document: ResolvedDocument = candidate.document;
    const { window, bases } = document;
    if (window === undefined) break;
    validUntil = minNullable(validUntil, findNextWindowBoundary(window, now));
    const state = computeWindowState(window, now);
    trace?.({ step: 'window', note: `The window of "${document.id}" is ${PHRASE[state]}.` });
    if (state === 'open') break;
    const base = bases[0];
    candidate = base === undefined ? null : getDocumentPlan(base, plan);
  }
  return { plan: candidate, validUntil };
}

const PHRASE = { before: 'not open yet', open: 'open', after: 'over' } as const;
