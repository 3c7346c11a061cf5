import { fittingContext, type EventValues } from '#engine/base/check-event.ts';
import { readPageData } from '../parts/page-data.ts';

/** The page that the document shows, as events name it. */
export interface PageShown {
  /** Document and language, such as `pages/about-us___de`. */
  readonly route: string;
  /** As search engines know it: never a code, a token or an address. */
  readonly path: string;
  readonly language: string;
}

export function pageShown(): PageShown {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  return {
    route: readPageData(document)?.route ?? document.getElementById('tracking')?.dataset['route'] ?? '',
    path: new URL(canonical ?? location.href).pathname,
    language: document.documentElement.lang,
  };
}

/** What every event says of the page, and what journeys know of the visit; a value that does not fit its schema is left out. */
export function eventContext({ route }: PageShown): EventValues {
  return fittingContext({ route_name: route, ...window.vitrine?.eventContext?.() });
}
