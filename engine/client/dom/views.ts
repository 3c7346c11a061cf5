import { isShownInApp } from '../core/is-shown-in-app.ts';
import { readPageData } from './page-data.ts';

/** A page that was seen, as events name it; what it says is of the moment at which it was shown. */
export interface View {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Document and language, such as `pages/about-us___de`. */
  readonly route: string;
  /** As search engines know it: never a code, a token or an address. */
  readonly path: string;
  readonly language: string;
  /** Path of the page that led here in the app; `undefined` on the first. */
  readonly from?: string;
  /** What journeys knew of the visit when it was left. */
  known?: Readonly<Record<string, string | boolean>>;
}

/** Pages of this document in their order, the present one last. */
const views: View[] = [];
/** How many of them were taken. */
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

/** When the visitor saw the page that was loaded: one that was prepared is seen from its activation on. */
function loadedAt(): number {
  const [load] = performance.getEntriesByType('navigation');
  const seen = load !== undefined && 'activationStart' in load ? Number(load.activationStart) : 0;
  return Math.round(performance.timeOrigin + seen);
}

/** The page that the document shows. */
export function currentView(): View {
  const last = views.at(-1) ?? look(loadedAt());
  if (views.length === 0) views.push(last);
  return last;
}

/** The page is about to go, and another one may be known of soon. */
export function leaveView(): void {
  currentView().known = window.vitrine?.eventContext?.() ?? {};
}

/** Another page was put in place of the one before. */
export function noteView(): void {
  const before = currentView();
  const view = look(Date.now(), before.path);
  if (`${view.route} ${view.path}` !== `${before.route} ${before.path}`) views.push(view);
}

/** Views that nobody has taken yet. */
export function takeViews(): readonly View[] {
  currentView();
  const fresh = views.slice(taken);
  taken = views.length;
  return fresh;
}

/** What events say of a page, by their schemas' names. */
export function buildViewContext(view: View): Readonly<Record<string, string | boolean | undefined>> {
  const { route, from, known } = view;
  const visit = view === currentView() ? window.vitrine?.eventContext?.() : known;
  return { ...visit, route_name: route, sourcePath: from, web_view: isShownInApp() };
}
