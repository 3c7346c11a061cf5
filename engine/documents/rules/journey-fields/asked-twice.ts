import type { JourneyStep } from '#schemas/generated/documents.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import type { CheckedJourney } from '../../journey-checks/checked-journey.ts';
import {
  type AskedField,
  findShownFields,
  type JourneyFormUse,
  listJourneyFormUses,
} from '../../journey-checks/shown-forms.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';

/** Fields of a step that an earlier step has already: the second value would overwrite the first. */
export function* findFieldsAskedTwice({ document }: CheckedJourney, project: Project): Generator<FindingDraft> {
  for (const [flow, { steps }] of Object.entries(document.flows)) {
    const asked = new Map<string, string>();
    for (const step of steps) {
      const fields = fieldsOfStep(flow, step, project);
      for (const { block, field } of fields) {
        const before = asked.get(field.name);
        if (before === undefined) continue;
        yield {
          location: locateInside(getOrigin(block), field.path),
          message: `The step "${before}" of the flow "${flow}" asks for "${field.name}" already.`,
          expected: 'each field once in a flow',
          found: field.name,
        };
      }
      for (const { field } of fields) if (!asked.has(field.name)) asked.set(field.name, step.name);
    }
  }
}

interface FieldOfBlock {
  readonly block: JourneyFormUse['block'];
  readonly field: AskedField;
}

function fieldsOfStep(flow: string, { form, page }: JourneyStep, project: Project): readonly FieldOfBlock[] {
  return listDocuments(flow, page, project)
    .flatMap((document) => listJourneyFormUses(document, project))
    .filter((shown) => shown.form === form)
    .flatMap(({ block }) => (findShownFields(block) ?? []).map((field) => ({ block, field })));
}

/** The page of a step; for the first one the landings of the flow. */
function listDocuments(flow: string, page: string | undefined, { expanded }: Project): readonly ExpandedDocument[] {
  return [...expanded.values()].filter(({ id, head }) => (page === undefined ? head['flow'] === flow : id === page));
}
