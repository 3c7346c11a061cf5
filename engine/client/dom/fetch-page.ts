import { getLoaderState } from './get-loader-state.ts';
import type { NavigationResponse, NavigationPage } from './navigation-page.ts';

interface Redirect {
  readonly location: string;
  readonly reason?: 'experiment';
}

/** The URL of a page's JSON representation. */
export function buildNavigationUrl(href: string): string {
  const url = new URL(href, location.href);
  url.searchParams.set('_nav', '1');
  url.hash = '';
  return url.href;
}

/** @throws when the response is not a page of this site; a full load handles it */
export async function readResponse(response: Response | undefined): Promise<NavigationResponse> {
  if (response === undefined) throw new TypeError('There was no answer.');
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) {
    // An error after a redirect is not a page.
    if (response.redirected && response.ok) return { kind: 'redirect', location: response.url };
    throw new TypeError(`${response.url} answered with "${type}" instead of JSON.`);
  }
  // JSON of this site's server: a page or a redirect.
  const answer = (await response.json()) as NavigationPage | Redirect;
  if ('location' in answer) return { kind: 'redirect', ...answer };
  const { headers, status } = response;
  const address = headers.get('content-location');
  return { kind: 'page', page: answer, status: Number(headers.get('x-page-status') ?? status), address };
}

/** Parses markup of this site's server without running scripts or loading resources. */
export function parseBody(page: NavigationPage): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = getLoaderState().policy.createHTML(page.body);
  return template.content;
}
