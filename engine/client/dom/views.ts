import { isShownInApp } from '../core/is-shown-in-app.ts';
import { readPageData } from './page-data.ts';

/** A page view for events, as of the time at which it was shown. */
export interface View {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Document and language, such as `pages/about-us___de`. */
  readonly route: string;
  /** Canonical path: without codes, tokens or other values of the address. */
  readonly path: string;
  readonly language: string;
  /** Path of the previous page in in-app navigation; `undefined` for the first page. */
  readonly from?: string;
  /** Event context from journeys at the end of the view. */
  known?: Readonly<Record<string, string | boolean>>;
}

/** Page views of this document in order, the current one last. */
const views: View[] = [];
/** Number of views that were taken. */
let taken = 0;

function look(at: number, from?: string): View {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  const tag = document.getElementById('tracking');
  return {
    at,
    route: readPageData(document)?.route ?? tag?.dataset['route'] ?? '',
    path: new URL(canonical ?? location.href).pathname,
    language: document.documentElement.lang,
    from,
  };
}

/** Time at which the loaded page was seen: its activation, if it was prerendered. */
function loadedAt(): number {
  const [load] = performance.getEntriesByType('navigation');
  const seen = load !== undefined && 'activationStart' in load ? Number(load.activationStart) : 0;
  return Math.round(performance.timeOrigin + seen);
}

/** The current page view. */
export function getCurrentView(): View {
  const last = views.at(-1) ?? look(loadedAt());
  if (views.length === 0) views.push(last);
  return last;
}

/** Called before a page is replaced. */
export function endView(): void {
  getCurrentView().known = window.vitrine?.eventContext?.() ?? {};
}

/** Called after a page was replaced. */
export function recordView(): void {
  const before = getCurrentView();
  const view = look(Date.now(), before.path);
  if (`${view.route} ${view.path}` !== `${before.route} ${before.path}`) views.push(view);
}

/** Views that were not taken before. */
export function takeViews(): readonly View[] {
  getCurrentView();
  const fresh = views.slice(taken);
  taken = views.length;
  return fresh;
}

/** Event fields of a page view. */
export function buildViewContext(view: View): Readonly<Record<string, string | boolean | undefined>> {
  const { route, from, known } = view;
  const visit = view === getCurrentView() ? window.vitrine?.eventContext?.() : known;
  return { ...visit, route_name: route, sourcePath: from, web_view: isShownInApp() };
}
