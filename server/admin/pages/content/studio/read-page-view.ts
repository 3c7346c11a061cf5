import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { PageView } from '#server/site/publications/publications.ts';
import { readPreviewMoment } from '../preview-fields.ts';
import type { ContentTools } from '../tools.ts';

export const localeIn = (named: string | null): Locale | undefined => locales.find((each) => each === named);

/** Document, time and consent state of a preview; by default consent is answered, so that the dialog covers no page. */
export function readPageView({ clock }: ContentTools, locale: Locale, textOf: (name: string) => string): PageView {
  const now = readPreviewMoment(textOf('at')) ?? clock.now();
  return {
    document: textOf('document'),
    locale,
    now,
    facets: { consent: textOf('consent') === 'unknown' ? 'unknown' : 'refused' },
  };
}
