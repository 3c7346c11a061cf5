/**
 * Whether the page is shown in the app (R27), detected by the server from the address of the loaded page, or by the loader from the app's
 * bridge. Unaffected by in-app navigation.
 */
export function isShownInApp(): boolean {
  return document.documentElement.dataset['webView'] !== undefined;
}
