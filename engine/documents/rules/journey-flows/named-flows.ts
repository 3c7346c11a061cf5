import { suggestName } from '#engine/shared/suggest-name.ts';
import { type FormChoice, formChoices } from '#schemas/generated/block-forms.ts';
import { listCheckedJourneys, locateInJourney } from '../../journey-checks/checked-journey.ts';
import { listAllSteps } from '../../journeys/flow.ts';
import { isObject, type JsonObject, selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { Project } from '../../project.ts';
import { findDoubledSteps } from './steps.ts';

/** A reference to a flow or a step. */
interface Named {
  readonly what: 'flow' | 'step';
  readonly name: string;
  readonly path: Path;
}

const choices: readonly [type: string, choice: FormChoice][] = Object.entries(formChoices);
const stepProperties: ReadonlyMap<string, string> = new Map(
  choices.flatMap(([type, choice]) => ('forms' in choice || 'documents' in choice ? [] : [[type, choice.property]])),
);

/** Unknown flows of landings, and unknown steps of blocks. */
export function* findUnknownFlowsAndSteps(project: Project): Generator<FindingDraft> {
  const checked = listCheckedJourneys(project);
  const journeys = checked.map(({ document }) => document);
  // A duplicate step name is reported at the step.
  if (journeys.length === 0 || checked.some((journey) => !findDoubledSteps(journey).next().done)) return;
  const known = {
    flow: journeys.flatMap(({ flows }) => Object.keys(flows)),
    step: journeys.flatMap((journey) => listAllSteps(journey).map(({ step }) => step.name)),
  };
  for (const { file, value } of project.written.values()) {
    for (const { what, name, path } of namesIn(value)) {
      if (known[what].includes(name)) continue;
      yield {
        location: { file, path },
        message: `No journey has a ${what} "${name}".`,
        expected: `one of ${known[what].join(', ')}`,
        found: name,
        suggestion: suggestName(name, known[what]),
        follows: checked.map((journey) => locateInJourney(journey, ['flows'])),
      };
    }
  }
}

function* namesIn(document: JsonObject): Generator<Named> {
  yield* named('flow', document['flow'], ['flow']);
  yield* stepsIn(document['blocks'], ['blocks']);
  for (const [index, change] of selectObjects(document['changes']).entries()) {
    const path: Path = ['changes', index];
    if (isObject(change['set'])) yield* named('flow', change['set']['flow'], [...path, 'set', 'flow']);
    yield* stepsIn(change['blocks'], [...path, 'blocks']);
    yield* readSteps(change['with'], [...path, 'with']);
    // A change does not state the type of its block; only steps have a property of this name.
    if (isObject(change['props'])) {
      for (const property of new Set(stepProperties.values()))
        yield* named('step', change['props'][property], [...path, 'props', property]);
    }
  }
}

function* stepsIn(blocks: unknown, path: Path): Generator<Named> {
  if (!Array.isArray(blocks)) return;
  for (const [index, block] of blocks.entries()) yield* readSteps(block, [...path, index]);
}

function* readSteps(block: unknown, path: Path): Generator<Named> {
  if (!isObject(block)) return;
  const property = stepProperties.get(String(block['type']));
  if (property !== undefined) yield* named('step', block[property], [...path, property]);
  yield* stepsIn(block['blocks'], [...path, 'blocks']);
}

function* named(what: Named['what'], name: unknown, path: Path): Generator<Named> {
  if (typeof name === 'string') yield { what, name, path };
}
