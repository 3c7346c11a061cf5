import { byName } from '#engine/shared/by-name.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { JourneyForm } from '#schemas/generated/documents.ts';
import {
  type FieldRules,
  type FormFields,
  type FormRules,
  formRules,
  type SchemaForm,
} from '#schemas/generated/forms.ts';
import { type JourneyNames, journeyNames } from '#schemas/generated/journeys/names.ts';
import type { Site } from '../types.ts';

type Journeys = Pick<Site, 'journeyDocuments'>;

const namesByJourney = byName<JourneyNames>(journeyNames);

/** The form that steps of a journey choose their fields from; `undefined` for a journey without one. */
export function findWholeForm(journey: string): FormFields | undefined {
  const schema = namesByJourney[journey]?.wholeForm;
  return schema && { schema, rules: formRules[schema] };
}

/** Fields of the forms of a site's journeys, by the name of the form. */
const listFields = memoizePerObject(
  (documents: Site['journeyDocuments']): ReadonlyMap<string, FormFields> =>
    new Map([
      ...Object.entries(formRules).map(([name, rules]): [string, FormFields] => [
        name,
        // Checked edge: keys of the table are those of its type.
        { schema: name as SchemaForm, rules },
      ]),
      ...[...documents].flatMap(([journey, { forms }]) =>
        Object.entries(forms).flatMap(([name, form]): [string, FormFields][] => {
          const chosen = chooseFields(form, findWholeForm(journey));
          return chosen === undefined ? [] : [[name, chosen]];
        }),
      ),
    ]),
);

/** What a step asks for, by the rules of the whole form; the checks report a name that this form does not have. */
function chooseFields({ fields, optional = [] }: JourneyForm, whole: FormFields | undefined): FormFields | undefined {
  if (fields === undefined || whole === undefined) return undefined;
  const rules = fields.flatMap((field): [string, FieldRules][] => {
    const own = Object.hasOwn(whole.rules, field) ? whole.rules[field] : undefined;
    return own === undefined ? [] : [[field, optional.includes(field) ? { ...own, required: false } : own]];
  });
  return { schema: whole.schema, rules: Object.fromEntries(rules) };
}

/** Fields of a form of a journey, by its schema or as the site's documents choose them; `undefined` for one that does not exist. */
export function findFormFields(form: string, { journeyDocuments }: Journeys): FormFields | undefined {
  return listFields(journeyDocuments).get(form);
}

/** The same for a form that must be there. @throws for one that does not exist */
export function getFormFields(form: string, site: Journeys): FormFields {
  const fields = findFormFields(form, site);
  if (fields === undefined) throw new InternalError(`The form "${form}" does not exist.`);
  return fields;
}

/** Rules of the fields of a form of a journey; none for one that does not exist. */
export function getFormRules(form: string, site: Journeys): FormRules {
  return findFormFields(form, site)?.rules ?? {};
}
