import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import type { CheckedJourney } from '../../journey-checks/checked-journey.ts';
import { listFormsOn } from '../../journey-checks/shown-forms.ts';
import { getSteps } from '../../journeys/flow.ts';
import { listMisshapenLocations } from '../../schema-errors/validate.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';

/** Landings of a flow that do not show its first step. */
export function* findLandingsWithoutStep({ document }: CheckedJourney, project: Project): Generator<FindingDraft> {
  for (const landing of project.expanded.values()) {
    const { flow } = landing.head;
    const [first] = typeof flow === 'string' ? getSteps(document, flow) : [];
    if (landing.written.kind !== 'landing' || first === undefined || listFormsOn(landing, project).has(first.form))
      continue;
    yield {
      location: locateInside(getOrigin(landing.head), ['flow']),
      message: `The landing "${landing.id}" does not show the form "${first.form}", with which the flow "${String(flow)}" begins.`,
      expected: 'a block that shows it, or another flow',
      found: flow,
      mark: landing.id,
      // An invalid block may be the one.
      follows: listMisshapenLocations(landing),
    };
  }
}
