import type { JourneyMachine, JourneyState } from '#schemas/generated/documents.ts';
import { type CheckedJourney, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listFormsOn } from '../../journey-checks/shown-forms.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';

/** States with a time or a form, but without a transition out of them. */
export function* findDeadEnds(journey: CheckedJourney, project: Project): Generator<FindingDraft> {
  for (const [name, machine] of Object.entries(journey.document.machines)) {
    for (const [state, { for: time, screens = [] }] of Object.entries(machine.states)) {
      const location = locateInJourney(journey, ['machines', name, 'states', state], 'key');
      if (time !== undefined && !leaves(machine, state)) {
        yield {
          location,
          message: `The state "${state}" of "${name}" ends after "${time}", and no transition leads out of it.`,
          expected: `a transition from "${state}" to another state, or no "for"`,
          found: state,
        };
        continue;
      }
      const stuck = waitsInVain(journey, project, { machine, state, screens });
      if (stuck === undefined) continue;
      yield {
        location,
        message: `The page "${stuck.page}" of the state "${state}" shows the form "${stuck.form}", and none of its outcomes has a transition from this state of "${name}".`,
        expected: `a transition from "${state}" on an outcome of "${stuck.useCase}"`,
        found: state,
      };
    }
  }
}

function leaves({ transitions }: JourneyMachine, state: string): boolean {
  return transitions.some(({ from, to }) => from.includes(state) && to !== state);
}

interface Waiting {
  readonly machine: JourneyMachine;
  readonly state: string;
  readonly screens: NonNullable<JourneyState['screens']>;
}

interface Stuck {
  readonly page: string;
  readonly form: string;
  readonly useCase: string;
}

/** A form on a page of the state whose outcomes have transitions from other states, but not from this one. */
function waitsInVain(
  { document: { forms } }: CheckedJourney,
  project: Project,
  { machine, state, screens }: Waiting,
): Stuck | undefined {
  for (const { page } of screens) {
    const document = project.expanded.get(page);
    for (const form of document === undefined ? [] : listFormsOn(document, project)) {
      const useCase = forms[form]?.useCase;
      const ways = machine.transitions.filter(({ on }) => useCase !== undefined && on.startsWith(`${useCase}.`));
      if (useCase !== undefined && ways.length > 0 && ways.every(({ from }) => !from.includes(state)))
        return { page, form, useCase };
    }
  }
  return undefined;
}
