import { suggestName } from '#engine/shared/suggest-name.ts';
import { getJourneyName, selectJourneys } from '../../journeys/build-journeys.ts';
import { knownJourneys } from '../../journey-checks/checked-journey.ts';
import { listJourneyForms } from '../../journey-checks/names/form-names.ts';
import { listPagesByForm } from '../../journey-checks/shown-forms.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';

export const journeyDocument: Rule = {
  id: 'journey-document',
  severity: 'error',
  description:
    'Every journey document has the name of a journey, and every journey with forms on pages has a document.',
  project: function* (project) {
    const misnamed = [...documentsWithoutJourney(project)];
    yield* misnamed;
    // A document under another name is missing under its own.
    if (misnamed.length === 0) yield* journeysWithoutDocument(project);
  },
};

function* documentsWithoutJourney({ written }: Project): Generator<FindingDraft> {
  const journeys = Object.keys(knownJourneys);
  for (const { id, file } of selectJourneys(written.values())) {
    const name = getJourneyName(id);
    if (journeys.includes(name)) continue;
    yield {
      location: { file, path: [] },
      message: `There is no journey called "${name}", so this document is not used.`,
      expected: `a file named after one of the journeys: ${journeys.join(', ')}`,
      found: name,
      suggestion: suggestName(name, journeys),
    };
  }
}

function* journeysWithoutDocument(project: Project): Generator<FindingDraft> {
  const pages = listPagesByForm(project);
  for (const [name, { useCases }] of Object.entries(knownJourneys)) {
    if (Object.keys(useCases).length === 0 || project.written.has(`journeys/${name}`)) continue;
    const form = listJourneyForms(name).find((candidate) => pages.has(candidate));
    if (form === undefined) continue;
    yield {
      location: { file: `pages-config/journeys/${name}.json`, path: [] },
      message: `The page "${pages.get(form)?.[0] ?? ''}" shows the form "${form}" of the journey "${name}", whose document is missing.`,
      expected: `a document of the journey, see docs/journeys.md`,
      found: form,
    };
  }
}
