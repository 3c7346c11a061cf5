import type { FormRules } from '#schemas/generated/forms.ts';
import { getFormRules } from '../journeys/form-fields.ts';
import type { Project } from '../project.ts';
import { listCheckedJourneys } from './checked-journey.ts';

/** Rules of the fields of a form that a page shows, as the document of its journey has it, else its schema. */
export function getShownFormRules(form: string, project: Pick<Project, 'written'>): FormRules {
  const journey = listCheckedJourneys(project).find(({ document }) => Object.hasOwn(document.forms, form));
  return getFormRules(form, journey ?? { journeyDocuments: new Map() });
}
