import { decodeText } from '#engine/shared/decode-text.ts';
import { loaderState } from '../dom/loader-state.ts';

/** The address of a page, whatever part of it is looked at. */
function withoutHash(href: string): string {
  return href.split('#', 1)[0] ?? '';
}

let isByHand = false;

/** From the first navigation on: the browser would restore the scroll before the page is there; after a reload it knows better. */
export function restoreByHand(): void {
  if (isByHand) return;
  isByHand = true;
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => void (history.scrollRestoration = 'auto'), { once: true });
  addEventListener('scrollend', keepScroll);
}

/** What an entry of the history remembers about its page. */
export interface HistoryEntry {
  /** Whether Back and Forward lead to entries made without a full load; the loader fetches the code at once then. */
  readonly inApp: boolean;
  /** Language of the page, which an address without a prefix does not say. */
  readonly locale: string;
  readonly scroll: readonly [number, number];
}

/** Whether the document shows the page of the address; after Back and Forward the address changes first. */
export function isAddressShown(): boolean {
  return withoutHash(loaderState().shown ?? '') === withoutHash(location.href);
}

let hasEntriesInApp: boolean = history.state?.inApp === true;

/** Called before an entry is made without a full load. */
export function noteEntryInApp(): void {
  hasEntriesInApp = true;
}

/** Notes with the current entry where the visitor is on its page. */
export function keepScroll(): void {
  if (!isAddressShown()) return;
  const entry: HistoryEntry = {
    // With what blocks noted there.
    ...history.state,
    inApp: hasEntriesInApp,
    locale: document.documentElement.lang,
    scroll: [scrollX, scrollY],
  };
  // To write an entry ends a step through the history that is under way, such as a quick Back and Forward.
  if (JSON.stringify(entry) !== JSON.stringify(history.state)) history.replaceState(entry, '');
}

export function restoreScroll(): void {
  const [left, top] = history.state?.scroll ?? [0, 0];
  scrollTo({ left, top, behavior: 'instant' });
}

/** To the target of the hash, else to the top. */
export function scrollToStart(hash: string): void {
  const target = hash === '' ? null : document.getElementById(decodeText(hash.slice(1)));
  if (target === null) scrollTo({ left: 0, top: 0, behavior: 'instant' });
  else target.scrollIntoView({ behavior: 'instant' });
}
