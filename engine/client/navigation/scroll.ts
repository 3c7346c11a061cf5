import { decodeText } from '#engine/shared/decode-text.ts';
import { getLoaderState } from '../dom/get-loader-state.ts';

/** The address without its fragment. */
function withoutHash(href: string): string {
  return href.split('#', 1)[0] ?? '';
}

let isByHand = false;

/** From the first navigation on: the browser would restore the scroll position before the page is shown. */
export function restoreByHand(): void {
  if (isByHand) return;
  isByHand = true;
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => void (history.scrollRestoration = 'auto'), { once: true });
  addEventListener('scrollend', keepScroll);
}

/** State of a history entry. */
export interface HistoryEntry {
  /** Whether the entry belongs to in-app navigation; the loader fetches its code immediately then. */
  readonly inApp: boolean;
  /** Language of the page, which an address without prefix lacks. */
  readonly locale: string;
  readonly scroll: readonly [number, number];
}

/** Whether the document shows the page of the address; Back and Forward change the address first. */
export function isAddressShown(): boolean {
  return withoutHash(getLoaderState().shown ?? '') === withoutHash(location.href);
}

let hasEntriesInApp: boolean = history.state?.inApp === true;

/** Called before `pushState`. */
export function recordEntryInApp(): void {
  hasEntriesInApp = true;
}

/** Stores the scroll position in the current entry. */
export function keepScroll(): void {
  if (!isAddressShown()) return;
  const entry: HistoryEntry = {
    // With state added by blocks.
    ...history.state,
    inApp: hasEntriesInApp,
    locale: document.documentElement.lang,
    scroll: [scrollX, scrollY],
  };
  // Writing an entry would cancel a pending history traversal, such as a quick Back and Forward.
  if (JSON.stringify(entry) !== JSON.stringify(history.state)) history.replaceState(entry, '');
}

export function restoreScroll(): void {
  const [left, top] = history.state?.scroll ?? [0, 0];
  scrollTo({ left, top, behavior: 'instant' });
}

/** Scrolls to the fragment's target, else to the top. */
export function scrollToStart(hash: string): void {
  const target = hash === '' ? null : document.getElementById(decodeText(hash.slice(1)));
  if (target === null) scrollTo({ left: 0, top: 0, behavior: 'instant' });
  else target.scrollIntoView({ behavior: 'instant' });
}
