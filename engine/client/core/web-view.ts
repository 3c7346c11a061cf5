/**
 * Whether the page is shown inside the app (R27): a bridge of the app is there, or the server read it from the address.
 *
 * @param facet `webView` of the page.
 */
export function isShownInApp(facet: string | undefined): boolean {
  const bridges = globalThis as {
    readonly ReactNativeWebView?: unknown;
    readonly webkit?: { readonly messageHandlers?: unknown };
  };
  return bridges.ReactNativeWebView !== undefined || bridges.webkit?.messageHandlers !== undefined || facet === 'yes';
}
