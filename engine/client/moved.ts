/* Inlined into a page that an experiment serves at another page's address (X6): replaces the address by its own before the first paint. Size matters. */
const { address } = (document.currentScript as HTMLScriptElement).dataset;
history.replaceState(history.state, '', address + location.search + location.hash);
// Scripts of the page may listen by then.
addEventListener('DOMContentLoaded', () => {
  document.dispatchEvent(
    new CustomEvent('contentRefreshNeeded', { detail: { url: location.href, reason: 'experiment' } }),
  );
});
