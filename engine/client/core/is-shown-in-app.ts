/**
 * Whether the page is shown inside the app (R27): the server read it from the address of the page that was loaded, or the loader found the
 * bridge of the app. Pages that are swapped in change nothing of it.
 */
export function isShownInApp(): boolean {
  return document.documentElement.dataset['webView'] !== undefined;
}
