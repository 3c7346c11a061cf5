import { CONFIRMATION_FIELD } from '#engine/shared/shown-form.ts';
import type { FormState } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { fieldRulesFor } from '#engine/decide/forms.ts';
import type { Values } from './page-source.ts';

/** A form that a visitor filled, in two parts: what many visitors have in common, and what one of them typed. */
export interface FormShape {
  /** Names all that the page depends on beside what was typed. */
  readonly key: string;
  /** With holes in the place of what was typed. */
  readonly state: FormState;
  /** What was typed, by the names of the holes. */
  readonly typed: Values;
}

/** Holes have names of letters only. */
const HOLE_NAME = /^[A-Za-z]+$/;

/** Characters of a key: choices that a form does not offer may be long, and what nobody else sends is not worth keeping. */
const MAX_KEY_LENGTH = 1_000;

/**
 * Takes what was typed into lines of text out of a form; what was chosen or ticked stays, because it changes more than one attribute.
 * `null` where a message leads to an address made of what was typed: such a page is for its visitor alone.
 */
export function formShape(site: Site, state: FormState): FormShape | null {
  const { values, holes, ...others } = state;
  const { form, questions, errors } = others;
  if (holes !== undefined || leadsOn(site, errors)) return null;
  const rules = fieldRulesFor(form, site, questions);
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
