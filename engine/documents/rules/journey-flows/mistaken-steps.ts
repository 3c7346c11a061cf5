import type { CheckedJourney } from '../../journey-checks/checked-journey.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { findUnaskedFields } from './find-unasked-fields.ts';
import { doubledSteps, misplacedSteps, type NamedFlow } from './steps.ts';

/** Steps in the wrong order, and missing fields of a flow. */
export function* mistakenSteps(journey: CheckedJourney, flow: NamedFlow): Generator<FindingDraft> {
  const misplaced = [...misplacedSteps(journey, flow)];
  yield* misplaced;
  if (misplaced.length === 0) yield* findUnaskedFields(journey, flow);
}

/** Whether a mistake in a flow is reported already, which suppresses findings about missing forms of its steps. */
export function hasMistakenFlow(journey: CheckedJourney): boolean {
  const flows = Object.entries(journey.document.flows);
  return (
    !doubledSteps(journey).next().done ||
    flows.some(([name, { steps }]) => !mistakenSteps(journey, { name, steps }).next().done)
  );
}
