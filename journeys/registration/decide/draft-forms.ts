import type { FilledForm } from '#engine/decide/types.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { getJourneyDocument } from './document.ts';
import type { OpenRegistration } from './facts.ts';

const known = new WeakMap<JourneyDocument, ReadonlySet<string>>();

/** Forms of flows with several steps; returning visitors find them filled in (S3). */
export function listDraftForms(journey: JourneyDocument): ReadonlySet<string> {
  let forms = known.get(journey);
  if (forms === undefined) {
    const several = Object.values(journey.flows).filter(({ steps }) => steps.length > 1);
    known.set(journey, (forms = new Set(several.flatMap(({ steps }) => steps.map(({ form }) => form)))));
  }
  return forms;
}

/** The step's form among those of a page, with the values typed so far; `undefined` without any. */
export function fillStep(
  { draft = {}, answers = {} }: Pick<OpenRegistration, 'draft' | 'answers'>,
  shown: ReadonlySet<FormName>,
  site: Pick<Site, 'journeyDocuments'>,
): FilledForm | undefined {
  const journey = getJourneyDocument(site);
  const form = [...shown].find((name) => listDraftForms(journey).has(name));
  if (form === undefined) return undefined;
  const earlier = earlierForms(form, journey);
  const rules = getFormRules(form, site);
  const isTickedElsewhere = (field: string): boolean =>
    rules[field]?.kind === 'flag' && earlier.some((other) => Object.hasOwn(getFormRules(other, site), field));
  const own = Object.entries(draft).filter(([field]) => Object.hasOwn(rules, field) && !isTickedElsewhere(field));
  // The links to the terms depend on the country, which an earlier step asked for.
  const asked = Object.entries(draft).filter(([field]) => field === 'country');
  const values = Object.fromEntries([...asked, ...own, ...Object.entries(answers[form] ?? {})]);
  return Object.keys(values).length === 0 ? undefined : { form, values };
}

/**
 * Forms of the steps before this one, whose boxes are shown unticked here: consent to another wording does not count for
 * this step's (GDPR, article 7).
 */
function earlierForms(form: string, { flows }: JourneyDocument): readonly string[] {
  return Object.values(flows).flatMap(({ steps }) => {
    const names = steps.map((step) => step.form);
    return names.slice(0, Math.max(0, names.indexOf(form)));
  });
}
