import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { type FormName, formRules } from '#schemas/generated/forms.ts';
import type { FilledForm } from '#engine/decide/types.ts';
import type { OpenRegistration } from './facts.ts';

const known = new WeakMap<JourneyDocument, ReadonlySet<string>>();

/** Forms of flows with several steps: whoever comes back finds them as they were left (S3). */
export function draftForms(journey: JourneyDocument): ReadonlySet<string> {
  let forms = known.get(journey);
  if (forms === undefined) {
    const several = Object.values(journey.flows).filter(({ steps }) => steps.length > 1);
    known.set(journey, (forms = new Set(several.flatMap(({ steps }) => steps.map(({ form }) => form)))));
  }
  return forms;
}

/** The step's form among those of a page, with what was typed of it so far; `undefined` when nothing was. */
export function filledStep(
  { draft = {} }: Pick<OpenRegistration, 'draft'>,
  shown: ReadonlySet<FormName>,
  journey: JourneyDocument,
): FilledForm | undefined {
  const form = [...shown].find((name) => draftForms(journey).has(name));
  if (form === undefined) return undefined;
  const own = Object.entries(draft).filter(([field]) => Object.hasOwn(formRules[form], field));
  return own.length === 0 ? undefined : { form, values: Object.fromEntries(own) };
}
