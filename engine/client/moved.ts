/*
 * Inlined into a page that an experiment sends at the address of another one (X6): its own address takes that place before anybody
 * sees it. Nothing is imported here; every byte is in the page.
 */
const { address } = (document.currentScript as HTMLScriptElement).dataset;
history.replaceState(history.state, '', address + location.search + location.hash);
// Scripts of the page are there by then and may listen.
addEventListener('DOMContentLoaded', () => {
  document.dispatchEvent(
    new CustomEvent('contentRefreshNeeded', { detail: { url: location.href, reason: 'experiment' } }),
  );
});
