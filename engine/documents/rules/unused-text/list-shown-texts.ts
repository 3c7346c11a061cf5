import { formMessageKeys } from '#schemas/generated/forms.ts';
import { exampleTexts } from '#schemas/generated/vocabulary.ts';
import { listCheckedJourneys } from '../../journey-checks/checked-journey.ts';
import { listTextUses } from '../../journeys/uses.ts';
import type { Project } from '../../project.ts';

/** Keys of texts that documents, forms, journeys and examples of blocks show; those with plural forms by their common name. */
export function listShownTexts(project: Project): ReadonlySet<string> {
  const byJourneys = listCheckedJourneys(project).flatMap(({ document }) => [...listTextUses(document)]);
  return new Set([
    ...project.uses.textKeys,
    ...formMessageKeys,
    ...exampleTexts,
    ...byJourneys.map(({ name }) => name),
  ]);
}
