import type { CheckedJourney } from '../../journey-checks/checked-journey.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { findUnaskedFields } from './find-unasked-fields.ts';
import { findDoubledSteps, findMisplacedSteps, type NamedFlow } from './steps.ts';

/** Steps in the wrong order, and missing fields of a flow. */
export function* findMistakenSteps(journey: CheckedJourney, flow: NamedFlow): Generator<FindingDraft> {
  const misplaced = [...findMisplacedSteps(journey, flow)];
  yield* misplaced;
  if (misplaced.length === 0) yield* findUnaskedFields(journey, flow);
}

/** Whether a mistake in a flow is reported already, which suppresses findings about missing forms of its steps. */
export function hasMistakenFlow(journey: CheckedJourney): boolean {
  const flows = Object.entries(journey.document.flows);
  return (
    !findDoubledSteps(journey).next().done ||
    flows.some(([name, { steps }]) => !findMistakenSteps(journey, { name, steps }).next().done)
  );
}
