import { buildNavigationUrl, readResponse } from '../dom/fetch-page.ts';
import type { NavigationResponse, NavigationPage } from '../dom/navigation-page.ts';
import { isPageUrl } from './is-for-this-app.ts';

/** Redirects to follow before a full page load. */
const MAX_REDIRECTS = 5;

export type Loaded =
  | {
      readonly kind: 'page';
      readonly page: NavigationPage;
      /** Address to show. */
      readonly url: URL;
      /** Address of the response, which differs for a page that was not found. */
      readonly answered: URL;
      readonly byExperiment: boolean;
    }
  /** Full page load: another site, or a page without client code. */
  | { readonly kind: 'leave'; readonly url: URL };

/**
 * Requests a page of this site and follows redirects. A missing page is shown at its own address in the visitor's language (R19).
 *
 * @param known response for the target, if a form returned it
 * @throws for an unusable response
 */
export async function loadPage(
  target: URL,
  basePath: string,
  signal: AbortSignal,
  known?: NavigationResponse,
): Promise<Loaded> {
  let url = target;
  let byExperiment = false;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!isPageUrl(url, basePath)) return { kind: 'leave', url };
    const isKnown = known !== undefined && redirects === 0;
    const answer = isKnown ? known : await ask(url, signal);
    if (answer === null) return { kind: 'leave', url: getNotFoundAddress(url, basePath) };
    if (answer.kind === 'page') return shownAs(answer.page, answer.status, url, byExperiment);
    byExperiment ||= answer.reason === 'experiment';
    const next = new URL(answer.location, url);
    next.searchParams.delete('_nav');
    if (next.hash === '') next.hash = url.hash;
    url = next;
  }
  // As `fetch` does for redirect loops.
  throw new TypeError(`${target.pathname} redirects too often.`);
}

/** `null` when a proxy responded 404 with its own page. */
async function ask(url: URL, signal: AbortSignal): Promise<NavigationResponse | null> {
  const response = await fetch(buildNavigationUrl(url.href), { signal });
  return response.status === 404 ? null : readResponse(response);
}

/** Address of the error page for a missing page that cannot be shown in place: outside the application (R28). */
export function getNotFoundAddress(url: URL, basePath: string): URL {
  return new URL(`${basePath}acquisition/error/404`, url);
}

function shownAs(page: NavigationPage, status: number, url: URL, byExperiment: boolean): Loaded {
  const shown = status === 404 ? new URL(new URL(page.canonical).pathname, url) : url;
  // In place, the content policy of the present document stays. Without a client, the page could not handle Back and Forward after a reload.
  // Icons and the colour of the browser are those of the brand.
  const isOfOtherBrand = page.brand !== document.documentElement.dataset['brand'];
  if (page.hasOwnPolicy || isOfOtherBrand || !page.body.includes('id="page-data"'))
    return { kind: 'leave', url: shown };
  return { kind: 'page', page, url: shown, answered: url, byExperiment };
}
