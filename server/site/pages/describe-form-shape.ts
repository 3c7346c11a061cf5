import { CONFIRMATION_FIELD } from '#engine/shared/shown-form.ts';
import type { FormState } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { selectFieldRules } from '#engine/decide/forms.ts';
import type { Values } from './page-source.ts';

/** A submitted form in two parts: state shared by many visitors, and typed values. */
export interface FormShape {
  /** Key of everything that the page depends on, except typed values. */
  readonly key: string;
  /** With holes in place of typed values. */
  readonly state: FormState;
  /** Typed values by hole name. */
  readonly typed: Values;
}

/** Hole names consist of letters. */
const HOLE_NAME = /^[A-Za-z]+$/;

/** Maximum characters of a key: forged choices may be long and are not worth caching. */
const MAX_KEY_LENGTH = 1_000;

/**
 * Separates typed values of text inputs from a form; choices and checkboxes stay, because they change more than one attribute. `null` when
 * a message links to an address derived from typed values: such a page is not shared.
 */
export function describeFormShape(site: Site, state: FormState): FormShape | null {
  const { values, holes, ...others } = state;
  const { form, questions, errors } = others;
  if (holes !== undefined || leadsOn(site, errors)) return null;
  const rules = selectFieldRules(form, site, questions);
  const chosen: Record<string, string> = {};
  const typed: Record<string, string> = {};
  const names: Record<string, string> = {};
  for (const [field, value] of Object.entries(values)) {
    const isText = rules[field]?.kind === 'text' || field === CONFIRMATION_FIELD;
    if (isText && HOLE_NAME.test(field)) {
      names[field] = `typed${field}`;
      typed[`typed${field}`] = value;
    } else {
      chosen[field] = value;
    }
  }
  const key = JSON.stringify([others, chosen, names]);
  return key.length > MAX_KEY_LENGTH ? null : { key, typed, state: { ...state, values: chosen, holes: names } };
}

function leadsOn(site: Site, errors: FormState['errors']): boolean {
  return Object.values(errors).some((message) =>
    site.journeys.some((journey) => (journey.messageLink?.(message, site) ?? null) !== null),
  );
}
