import { navigationUrl, readAnswer } from '../dom/fetch-page.ts';
import type { NavigationAnswer, NavigationPage } from '../dom/navigation-page.ts';
import { isPageUrl } from './is-for-this-app.ts';

/** Redirects that are followed before the browser is asked to find out itself. */
const MAX_REDIRECTS = 5;

export type Loaded =
  | {
      readonly kind: 'page';
      readonly page: NavigationPage;
      /** To be shown as its address. */
      readonly url: URL;
      /** The address that was answered: another one when nothing was found there. */
      readonly answered: URL;
      readonly byExperiment: boolean;
    }
  /** To be loaded in full: another site, or a page without a client of its own. */
  | { readonly kind: 'leave'; readonly url: URL };

/**
 * Asks for a page of this site and follows its redirects. A page that is not found is shown under its own address in the
 * visitor's language (R19).
 *
 * @param known What the target answers, if a form was answered with it.
 * @throws when the answer cannot be used
 */
export async function loadPage(
  target: URL,
  basePath: string,
  signal: AbortSignal,
  known?: NavigationAnswer,
): Promise<Loaded> {
  let url = target;
  let byExperiment = false;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!isPageUrl(url, basePath)) return { kind: 'leave', url };
    const isKnown = known !== undefined && redirects === 0;
    const answer = isKnown ? known : await ask(url, signal);
    if (answer === null) return { kind: 'leave', url: notFoundAddress(url, basePath) };
    if (answer.kind === 'page') return shownAs(answer.page, answer.status, url, byExperiment);
    byExperiment ||= answer.reason === 'experiment';
    const next = new URL(answer.location, url);
    next.searchParams.delete('_nav');
    if (next.hash === '') next.hash = url.hash;
    url = next;
  }
  // As `fetch` itself does for an address that leads in circles.
  throw new TypeError(`${target.pathname} redirects too often.`);
}

/** `null` when something in front of this site, which answers with its own page for that, found nothing there. */
async function ask(url: URL, signal: AbortSignal): Promise<NavigationAnswer | null> {
  const response = await fetch(navigationUrl(url.href), { signal });
  return response.status === 404 ? null : readAnswer(response);
}

/** Where what was not found is said once the client could not show it in place: an address outside the application (R28). */
export function notFoundAddress(url: URL, basePath: string): URL {
  return new URL(`${basePath}acquisition/error/404`, url);
}

function shownAs(page: NavigationPage, status: number, url: URL, byExperiment: boolean): Loaded {
  const shown = status === 404 ? new URL(new URL(page.canonical).pathname, url) : url;
  // Without a client, the page could not answer Back and Forward after a reload.
  if (!page.body.includes('id="page-data"')) return { kind: 'leave', url: shown };
  return { kind: 'page', page, url: shown, answered: url, byExperiment };
}
