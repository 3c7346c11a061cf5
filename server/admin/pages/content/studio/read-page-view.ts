import { formViews } from '#engine/documents/forms/form-views.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import type { PageView } from '#server/site/publications/publications.ts';
import { readPreviewMoment } from '../preview-fields.ts';
import type { ContentTools } from '../tools.ts';

export const readLocale = (named: string | null): Locale | undefined => locales.find((each) => each === named);

/** Document, time, and the states of consent and of a form in a preview; by default consent is answered, so that the dialog covers no page. */
export function readPageView({ clock }: ContentTools, locale: Locale, textOf: (name: string) => string): PageView {
  const now = readPreviewMoment(textOf('at')) ?? clock.now();
  const view = formViews.find((each) => each === textOf('form'));
  return {
    document: textOf('document'),
    locale,
    now,
    form: view && { view, block: textOf('formBlock') },
    facets: { consent: textOf('consent') === 'unknown' ? 'unknown' : 'refused' },
  };
}
