import { fittingContext, type EventValues } from '#engine/base/check-event.ts';
import { isShownInApp } from '../core/web-view.ts';
import { readPageData } from '../parts/page-data.ts';

/**
 * What a page says beside the script that asks for this module. Of the page as it was loaded: its policy, and so what may be loaded,
 * cannot change any more.
 */
export const tag = document.getElementById('tracking')?.dataset;

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
    route: readPageData(document)?.route ?? tag?.['route'] ?? '',
    path: new URL(canonical ?? location.href).pathname,
    language: document.documentElement.lang,
  };
}

/** What every event says of the page, and what journeys know of the visit; a value that does not fit its schema is left out. */
export function eventContext({ route }: PageShown): EventValues {
  const web = isShownInApp() ? { web_view: true } : {};
  return fittingContext({ route_name: route, ...window.vitrine?.eventContext?.(), ...web });
}
