import type { Site } from '#engine/documents/types.ts';
import { decide } from './decide.ts';
import type { Decision, Facts, TraceStep } from './types.ts';

export interface Explanation {
  readonly decision: Decision;
  /** In the order in which they were taken; the last one is the result. */
  readonly steps: readonly TraceStep[];
}

/** The decision for a request together with the reasons for it. */
export function explain(facts: Facts, site: Site): Explanation {
  const steps: TraceStep[] = [];
  const decision = decide(facts, site, (step) => steps.push(step));
  return { decision, steps };
}
