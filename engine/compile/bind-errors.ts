import type { BoundForm } from '#engine/block-kit/form-types.ts';
import { noPlaceLeft } from '#engine/base/no-place-left.ts';
import type { Site } from '#engine/documents/types.ts';
import type { LocalizedText } from '#engine/i18n/types.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { parseRegistrationCode } from '#engine/routing/registration-code.ts';
import type { InlineText } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { bindText } from './bind.ts';
import type { HoleMarker } from './cut.ts';
import type { FormState } from './types.ts';

interface ErrorContext {
  readonly site: Site;
  readonly locale: Locale;
}

const toWaitingList: InlineText = {
  en: 'To the waiting list',
  de: 'Zur Warteliste',
  fr: 'Rejoindre la liste d’attente',
  it: 'Alla lista d’attesa',
  nl: 'Naar de wachtlijst',
  pl: 'Do listy oczekujących',
  sv: 'Till väntelistan',
};

/**
 * What the server refused, by field. Where no place is left, the message leads to the code's own page, which holds the form for
 * the waiting list (S17).
 *
 * @param mark Mark of the hole in which the code stands, on pages that are kept.
 */
export function bindErrors(
  { errors, values, holes = {} }: Pick<FormState, 'errors' | 'values' | 'holes'>,
  context: ErrorContext,
  mark: (name: string) => string,
): BoundForm['errors'] {
  const hole = holes['code'];
  const code = hole === undefined ? parseRegistrationCode((values['code'] ?? '').trim()) : mark(hole);
  return Object.fromEntries(
    Object.entries(errors).map(([field, key]) => {
      const message = bindText(key, context);
      return [field, key === noPlaceLeft && code !== null ? withWay(message, code, context) : message];
    }),
  );
}

function withWay({ lang, parts }: LocalizedText, code: string, { site, locale }: ErrorContext): LocalizedText {
  const href = `${hrefFor(site, { path: '/', locale }).replace(/\/$/, '')}/${code}`;
  const words = bindText(toWaitingList, { site, locale: lang });
  return { lang, parts: [...parts, ' ', { tag: 'link', to: { href, external: false }, parts: words.parts }] };
}

/** Marks for attributes of the page, or for the JSON that its islands read. */
export const markIn =
  (marker: HoleMarker, context: 'attribute' | 'json') =>
  (name: string): string =>
    marker.mark(name, context);
