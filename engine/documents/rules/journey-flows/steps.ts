import type { JourneyStep } from '#schemas/generated/documents.ts';
import { type CheckedJourney, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listPagesByForm } from '../../journey-checks/shown-forms.ts';
import { listEffects } from '../../journeys/uses.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { Project } from '../../project.ts';

export interface NamedFlow {
  readonly name: string;
  readonly steps: readonly JourneyStep[];
}

function pathTo(flow: string, step: number, ...more: string[]): Path {
  return ['flows', flow, 'steps', step, ...more];
}

/** Duplicate step names, which blocks could not distinguish. */
export function* findDoubledSteps(journey: CheckedJourney): Generator<FindingDraft> {
  const owners = new Map<string, string>();
  for (const [flow, { steps }] of Object.entries(journey.document.flows)) {
    for (const [index, { name }] of steps.entries()) {
      const owner = owners.get(name);
      owners.set(name, owner ?? flow);
      if (owner === undefined) continue;
      yield {
        location: locateInJourney(journey, pathTo(flow, index, 'name')),
        message: `The flow "${owner}" has a step called "${name}" already, so blocks could not say which one they show.`,
        expected: 'a name that no other step of any flow has',
        found: name,
      };
    }
  }
}

type Position = 'earlier' | 'last' | 'only';

const POSITIONS: Readonly<Record<Position, string>> = {
  earlier: 'a step that others follow',
  last: 'the last of several steps',
  only: 'the only step of its flow',
};

/** Steps whose use case does not fit their position: one that stores a draft cannot be the last one. */
export function* findMisplacedSteps(journey: CheckedJourney, { name, steps }: NamedFlow): Generator<FindingDraft> {
  const positions = journey.names.steps;
  for (const [index, { form }] of steps.entries()) {
    const needed: Position = steps.length === 1 ? 'only' : index === steps.length - 1 ? 'last' : 'earlier';
    const { useCase = form } = journey.document.forms[form] ?? {};
    const own = Object.hasOwn(positions, useCase) ? positions[useCase] : undefined;
    if (own === needed) continue;
    const fitting = Object.entries(journey.document.forms).flatMap(([other, its]) =>
      positions[its.useCase ?? other] === needed ? [other] : [],
    );
    yield {
      location: locateInJourney(journey, pathTo(name, index, 'form')),
      message:
        own === undefined
          ? `The form "${form}" goes to "${useCase}", which is not a step of a flow.`
          : `The form "${form}" goes to "${useCase}", which is for ${POSITIONS[own]}; this one is ${POSITIONS[needed]}.`,
      expected: fitting.length === 0 ? POSITIONS[needed] : `one of ${fitting.join(', ')}`,
      found: form,
    };
  }
}

/** Whether another order of the steps would be right: all but one are for earlier positions, and one for the last. */
export function hasAllPositions(journey: CheckedJourney, { steps }: NamedFlow): boolean {
  const positions = steps.map(({ form }) => journey.names.steps[journey.document.forms[form]?.useCase ?? form]);
  const last = positions.filter((position) => position === 'last');
  return last.length === 1 && positions.every((position) => position === 'last' || position === 'earlier');
}

/** Further steps without a page, or whose page does not show their form. */
export function* findMisplacedPages(
  journey: CheckedJourney,
  { name, steps }: NamedFlow,
  project: Project,
): Generator<FindingDraft> {
  const pages = listPagesByForm(project);
  for (const [index, { name: step, form, page }] of steps.entries()) {
    if (page === undefined) {
      if (index === 0) continue;
      yield {
        location: locateInJourney(journey, pathTo(name, index)),
        message: `The step "${step}" does not say on which page it is; only the first step is on the landing.`,
        expected: '"page" with a page that shows its form',
        found: step,
      };
      continue;
    }
    const shown = pages.get(form) ?? [];
    if (!project.expanded.has(page) || shown.includes(page)) continue;
    yield {
      location: locateInJourney(journey, pathTo(name, index, 'page')),
      message: `The page "${page}" does not show the form "${form}" of the step "${step}".`,
      expected:
        shown.length === 0 ? 'a page with a block that shows it' : `a page that shows it, such as ${shown.join(', ')}`,
      found: page,
    };
  }
}

/** Effects that lead to a next or earlier step that does not exist. */
export function* findNextWithoutStep(journey: CheckedJourney): Generator<FindingDraft> {
  for (const { effect, path, useCase, outcome } of listEffects(journey.document)) {
    if (effect.step === undefined) continue;
    const location = locateInJourney(journey, [...path, 'step']);
    if (effect.step === 'next' && journey.names.steps[useCase] !== 'earlier') {
      yield {
        location,
        message: `"${useCase}.${outcome}" leads to the next step, and "${useCase}" is not a step that others follow.`,
        expected: 'a "page" or a "screen"',
        found: effect.step,
      };
    }
    const values = journey.names.useCases[useCase]?.[outcome] ?? [];
    if (effect.step === 'asking' && !values.includes('field')) {
      yield {
        location,
        message: `"${useCase}.${outcome}" leads back to the step that asks for a field, and it names none.`,
        expected: 'a "page", a "screen" or "refuse"',
        found: effect.step,
      };
    }
  }
}
