import type { BoundForm } from '#engine/block-kit/form-types.ts';
import type { MessageLink } from '#engine/decide/journey.ts';
import type { Site } from '#engine/documents/types.ts';
import type { LocalizedText } from '#engine/i18n/types.ts';
import { buildHref } from '#engine/routing/links.ts';
import { bindText, bindCodeText, type TextContext } from './bind.ts';
import type { HoleMarker } from './split-template.ts';
import type { FormState } from './types.ts';

/**
 * Errors from the server by field. A message may have a link, such as one to another form for a used code (S17).
 *
 * @param mark marks the hole for a value, on cacheable pages
 */
export function bindErrors(
  { errors, values, holes = {} }: Pick<FormState, 'errors' | 'values' | 'holes'>,
  context: TextContext,
  mark: (name: string) => string,
): BoundForm['errors'] {
  const fillSegment = ({ field, segment }: MessageLink): string | null => {
    const hole = holes[field];
    return hole === undefined ? segment(values[field] ?? '') : mark(hole);
  };
  return Object.fromEntries(
    Object.entries(errors).map(([field, key]) => {
      const message = bindText(key, context);
      const link = findMessageLink(key, context.site);
      const segment = link === undefined ? null : fillSegment(link);
      return [field, link === undefined || segment === null ? message : withLink(message, link, segment, context)];
    }),
  );
}

/** Errors without those of the journey form's own fields. */
export const withoutFields = (
  errors: FormState['errors'],
  questions: Readonly<Record<string, unknown>>,
): FormState['errors'] =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !Object.hasOwn(questions, field)));

function findMessageLink(message: string, site: Site): MessageLink | undefined {
  return site.journeys.flatMap((journey) => journey.messageLink?.(message, site) ?? [])[0];
}

function withLink(
  { lang, parts }: LocalizedText,
  link: MessageLink,
  segment: string,
  context: TextContext,
): LocalizedText {
  const href = `${buildHref(context.site, { path: '/', locale: context.locale }).replace(/\/$/, '')}/${segment}`;
  const words = bindCodeText(link.key, link.words, { ...context, locale: lang });
  return { lang, parts: [...parts, ' ', { tag: 'link', to: { href, external: false }, parts: words.parts }] };
}

/** Marks for attributes of the page, or for the JSON that its islands read. */
export const markIn =
  (marker: HoleMarker, context: 'attribute' | 'json') =>
  (name: string): string =>
    marker.mark(name, context);
