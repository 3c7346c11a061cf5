import type { CheckedJourney } from '../../journey-checks/checked-journey.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { findUnaskedFields } from './find-unasked-fields.ts';
import { findDoubledSteps, findMisplacedSteps, hasAllPositions, type NamedFlow } from './steps.ts';

/** Steps in the wrong order, and missing fields of a flow. */
export function* findMistakenSteps(journey: CheckedJourney, flow: NamedFlow): Generator<FindingDraft> {
  const misplaced = [...findMisplacedSteps(journey, flow)];
  const [first, ...others] = misplaced;
  if (first !== undefined && others.length > 0 && hasAllPositions(journey, flow))
    yield {
      ...first,
      message: `The steps of the flow "${flow.name}" are in another order: the form "${String(first.found)}" cannot be where it is. Put the step last that finishes the flow, and those that store what was entered before it.`,
      expected: 'all steps that store a draft before the one that finishes it',
    };
  else yield* misplaced;
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
