import { getFormFields } from '#engine/documents/journeys/form-fields.ts';
import type { FormFields, FormRules } from '#schemas/generated/forms.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { journeyDocuments } from './journey-documents.ts';

const project = { journeyDocuments: journeyDocuments(journeys) };

/** Fields of a form of a journey, by its schema or as the project's documents choose them. */
export const getProjectFields = (form: string): FormFields => getFormFields(form, project);

/** Their rules. */
export const getProjectRules = (form: string): FormRules => getProjectFields(form).rules;

/** What a request to save a step says of it. */
export const projectStep = (step: string) => ({ step, fields: getProjectFields(step) });

/** Names of all forms of journeys. */
export const projectForms: readonly string[] = [
  ...new Set([...project.journeyDocuments.values()].flatMap(({ forms }) => Object.keys(forms))),
];
