import { journeys } from '#schemas/generated/journeys/decide.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import { makeSite } from './make-site.ts';

/** The place of a form that is on no page. */
export const noPlace: FormPlace = {
  site: makeSite({ journeys }),
  locale: 'en',
  document: null,
  routedDocument: null,
  path: '/',
  params: {},
  query: '',
};
