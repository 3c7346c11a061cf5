/** The browser would restore the scroll before the page is there; after a reload it knows better. */
function restoreByHand(): void {
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => void (history.scrollRestoration = 'auto'), { once: true });
  addEventListener('scrollend', keepScroll);
}

restoreByHand();

/** Notes with the current entry where the visitor is. */
export function keepScroll(): void {
  history.replaceState({ ...history.state, inApp: true, scroll: [scrollX, scrollY] }, '');
}

export function restoreScroll(): void {
  const [left, top] = history.state?.scroll ?? [0, 0];
  scrollTo({ left, top, behavior: 'instant' });
}

/** To the target of the hash, else to the top. */
export function scrollToStart(hash: string): void {
  const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target === null) scrollTo({ left: 0, top: 0, behavior: 'instant' });
  else target.scrollIntoView({ behavior: 'instant' });
}
