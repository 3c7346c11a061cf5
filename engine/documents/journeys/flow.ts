import type { JourneyDocument, JourneyStep } from '#schemas/generated/documents.ts';

type Flows = Pick<JourneyDocument, 'flows'>;

/** A step, and the name of its flow. */
export interface StepOfFlow {
  readonly flow: string;
  readonly step: JourneyStep;
}

/** Steps of a flow in order; by default of the document's first flow. None for an unknown flow. */
export function getSteps({ flows }: Flows, flow?: string): readonly JourneyStep[] {
  return flows[flow ?? Object.keys(flows)[0] ?? '']?.steps ?? [];
}

/** The step after the one whose form was sent; `null` after the last one, and for a form that is not a step of the flow. */
export function findNextStep(document: Flows, flow: string | undefined, form: string): JourneyStep | null {
  const steps = getSteps(document, flow);
  const place = steps.findIndex((step) => step.form === form);
  return place < 0 ? null : (steps[place + 1] ?? null);
}

/** The step of this name in any flow; `null` if there is none. */
export function findStepNamed(document: Flows, name: string): StepOfFlow | null {
  return listAllSteps(document).find(({ step }) => step.name === name) ?? null;
}

/** The step with this form, preferably of the named flow. `null` for a form that is not a step. */
export function findStepWithForm(document: Flows, form: string, flow?: string): StepOfFlow | null {
  const found = listAllSteps(document).filter(({ step }) => step.form === form);
  return found.find((each) => each.flow === flow) ?? found[0] ?? null;
}

/** Steps of all flows, in the order of the document. */
export function listAllSteps({ flows }: Flows): readonly StepOfFlow[] {
  return Object.entries(flows).flatMap(([flow, { steps }]) => steps.map((step) => ({ flow, step })));
}
