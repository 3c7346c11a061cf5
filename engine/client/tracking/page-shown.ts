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
  const web = isWebView() ? { web_view: true } : {};
  return fittingContext({ route_name: route, ...window.vitrine?.eventContext?.(), ...web });
}

/** The page is shown inside the app (R27): a bridge of the app is there, or the server read it from the address. */
export function isWebView(): boolean {
  const bridges = window as {
    readonly ReactNativeWebView?: unknown;
    readonly webkit?: { readonly messageHandlers?: unknown };
  };
  if (bridges.ReactNativeWebView !== undefined || bridges.webkit?.messageHandlers !== undefined) return true;
  return (
    document.getElementById('tracking')?.dataset['webView'] === 'yes' ||
    readPageData(document)?.page.facets['webView'] === 'yes'
  );
}
