import type { CheckedJourney } from '../../journey-checks/checked-journey.ts';
import type { Remark } from '../../place.ts';
import { fieldsThatNobodyAsksFor } from './gathered-fields.ts';
import { doubledSteps, misplacedSteps, type NamedFlow } from './steps.ts';

/** Steps that do not follow each other, and fields that a flow forgets. */
export function* mistakenSteps(journey: CheckedJourney, flow: NamedFlow): Generator<Remark> {
  const misplaced = [...misplacedSteps(journey, flow)];
  yield* misplaced;
  if (misplaced.length === 0) yield* fieldsThatNobodyAsksFor(journey, flow);
}

/** Whether a mistake in a flow is reported already, so that the form of a step which no page shows because of it is not. */
export function hasMistakenFlow(journey: CheckedJourney): boolean {
  const flows = Object.entries(journey.document.flows);
  return (
    !doubledSteps(journey).next().done ||
    flows.some(([name, { steps }]) => !mistakenSteps(journey, { name, steps }).next().done)
  );
}
