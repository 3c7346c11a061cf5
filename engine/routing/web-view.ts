import type { Site } from '#engine/documents/types.ts';
import { readQueryValue, splitUrl } from './split-url.ts';

export interface WebViewOptions {
  /** Native bridge objects exist in the browser. */
  readonly bridge?: boolean;
  /** Called with a message if `redirectUrl` is malformed; nothing is thrown (R27). */
  readonly onError?: (message: string) => void;
}

/** The part of a site that the check reads. */
export interface WebViewSite {
  readonly deployment: Pick<Site['deployment'], 'publicOrigin' | 'webViewScheme'>;
}

/**
 * Whether the page is shown inside the app (R27): native bridge objects exist, or the `redirect_uri` inside the query's
 * `redirectUrl` starts with the app's reverse-domain scheme.
 */
export function isWebView(url: string, site: WebViewSite, options: WebViewOptions = {}): boolean {
  if (options.bridge === true) return true;
  return isWebViewQuery(splitUrl(url).query, site, options.onError);
}

/** The same for a parsed query. */
export function isWebViewQuery(
  query: string,
  { deployment }: WebViewSite,
  onError?: (message: string) => void,
): boolean {
  const { webViewScheme, publicOrigin } = deployment;
  if (webViewScheme === '' || query === '') return false;
  const redirectUrl = readQueryValue(query, 'redirectUrl');
  if (redirectUrl === null || redirectUrl === '') return false;
  const parsed = URL.parse(redirectUrl, publicOrigin);
  if (parsed === null) {
    onError?.(`The query value "redirectUrl" is not a URL: ${JSON.stringify(redirectUrl.slice(0, 200))}.`);
    return false;
  }
  const redirectUri = parsed.searchParams.get('redirect_uri');
  return redirectUri !== null && redirectUri.toLowerCase().startsWith(`${webViewScheme.toLowerCase()}:`);
}
