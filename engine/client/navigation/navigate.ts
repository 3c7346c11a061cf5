import type { NavigationResponse } from '../dom/navigation-page.ts';
import { getLoaderState, type NavigateOptions } from '../dom/get-loader-state.ts';
import { readPageData } from '../dom/page-data.ts';
import { endView, recordView } from '../dom/views.ts';
import { applyPage } from './apply-page.ts';
import { reportProblem } from '../dom/problems.ts';
import { isPageUrl } from './is-for-this-app.ts';
import { type Loaded, loadPage, getNotFoundAddress } from './load-page.ts';
import { isAddressShown, keepScroll, recordEntryInApp, restoreByHand, restoreScroll, scrollToStart } from './scroll.ts';

/** Dispatched when an experiment led to another page (X6). */
const REFRESH_EVENT = 'contentRefreshNeeded';

let running: AbortController | null = null;
/** Whether the document shows the response to a form, which differs from its address. */
let isAnswer = false;

function restart(): AbortSignal {
  // Before the page is replaced.
  endView();
  restoreByHand();
  running?.abort();
  running = new AbortController();
  return running.signal;
}

/** Navigates to another page of this site, with a full load for what cannot be shown in place. The newest call wins. */
export async function navigate(href: string, { delay, reason = 'link', answer }: NavigateOptions = {}): Promise<void> {
  const keepsAddress = reason === 'language' && isAddressOfPage();
  // The newest call wins, also while code is loading.
  const early = keepsAddress ? restart() : null;
  const target = keepsAddress ? await languageTarget(href) : new URL(href, location.href);
  // Rejects script addresses (R26).
  if (!isOverHttp(target))
    return reportProblem('navigation', new Error(`The address "${target.protocol}…" is refused.`));
  if (lacksTagManager()) return location.assign(target);
  if (early?.aborted) return;
  const signal = early ?? restart();
  let shown = target;
  try {
    const loaded = await load(target, signal, answer);
    if (loaded === null) return;
    shown = loaded.url;
    // A page that was not found does not exist in another language either (R23).
    const url = keepsAddress && loaded.kind === 'page' ? loaded.answered : loaded.url;
    if (!isOverHttp(url)) return reportProblem('navigation', new Error(`The address "${url.protocol}…" is refused.`));
    if (loaded.kind === 'leave') return location.assign(url);
    if (keepsAddress) url.search = shownSearch();
    else if (reason === 'language') url.searchParams.delete('lang');
    recordEntryInApp();
    keepScroll();
    const isShown = await applyPage(loaded.page, signal, {
      delay,
      enter: () => history.pushState({ inApp: true, locale: loaded.page.locale }, '', url),
      commit: () => noteShown(url.href),
      scroll: () => reason !== 'language' && scrollToStart(url.hash),
      toTop: !(reason === 'language' || url.hash),
      isAnswer: reason === 'form',
    });
    if (!isShown) return;
    if (loaded.byExperiment) {
      const detail = { url: url.href, reason: 'experiment' };
      document.dispatchEvent(new CustomEvent(REFRESH_EVENT, { detail }));
    }
    getLoaderState().sync?.();
  } catch {
    if (!signal.aborted) location.assign(isNotFound(shown) ? getNotFoundAddress(shown, basePath()) : target);
  }
}

/** Handles Back and Forward: the address has changed, the page not yet. */
export async function restore(): Promise<void> {
  const target = new URL(location.href);
  // Also when the page is shown: cancels a pending navigation.
  const signal = restart();
  if (isAddressShown()) {
    if (history.state?.scroll) restoreScroll();
    return;
  }
  const asked = new URL(target);
  // The language of the history entry: the visitor may have chosen another one since.
  if (history.state?.locale) asked.searchParams.set('lang', history.state.locale);
  const loaded = await load(asked, signal);
  if (loaded === null) return;
  if (loaded.kind === 'leave') return location.reload();
  await applyPage(loaded.page, signal, { commit: () => noteShown(target.href), scroll: restoreScroll });
  getLoaderState().sync?.();
}

/** Renders the response to a form: another page, or this one with an error. */
export async function show(answer: NavigationResponse): Promise<void> {
  if (answer.kind === 'redirect') return navigate(answer.location, { reason: 'form' });
  const { address, page } = answer;
  if (address !== null) return navigate(address, { reason: 'form', answer });
  const commit = (): void => {
    isAnswer = true;
    recordView();
  };
  await applyPage(page, restart(), { commit, scroll: () => scrollToStart(''), toTop: true, isAnswer: true });
  getLoaderState().sync?.();
}

/** Reloads the current page in place and keeps the scroll position. */
export async function refresh(): Promise<void> {
  const signal = restart();
  const loaded = await load(new URL(location.href), signal);
  if (loaded === null) return;
  if (loaded.kind === 'leave') location.reload();
  else await applyPage(loaded.page, signal, { commit: () => void (isAnswer = false) });
}

/** Whether the tag manager is missing, because consent was given on a page with typed values; the next page loads it. */
function lacksTagManager(): boolean {
  const isWanted = readPageData(document)?.tagManager === true && /_consent=(?!none)\w/.test(document.cookie);
  return isWanted && document.getElementById('tracking') === null;
}

function basePath(): string {
  return readPageData(document)?.basePath ?? '/';
}

function noteShown(href: string): void {
  getLoaderState().shown = href;
  recordView();
  isAnswer = false;
}

/** Whether the document shows the page of its address: the response to a form can be requested again by its language menu only. */
function isAddressOfPage(): boolean {
  return !isAnswer && isPageUrl(new URL(location.href), basePath());
}

/** `null` when the visitor has navigated elsewhere meanwhile. */
async function load(target: URL, signal: AbortSignal, known?: NavigationResponse): Promise<Loaded | null> {
  try {
    const loaded = await loadPage(target, basePath(), signal, known);
    return signal.aborted ? null : loaded;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Without the code that keeps the address, the link's own target is correct as well. */
async function languageTarget(href: string): Promise<URL> {
  const link = new URL(href, location.href);
  const page = readPageData(document)?.page;
  const code = await import('./switch-language.ts').catch(() => undefined);
  return page && code ? code.switchLinkLanguage(link, new URL(location.href), page, basePath()) : link;
}

/** The query of the address, without values that the page removed, such as a token. */
function shownSearch(): string {
  const { search, searchParams } = new URL(location.href);
  if (!searchParams.has('lang')) return search;
  searchParams.delete('lang');
  return searchParams.toString();
}

/** Whether the address is that of the error page for missing pages, which is outside the application (R28). */
function isNotFound({ pathname }: URL): boolean {
  return pathname.endsWith('/error/404');
}

function isOverHttp({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
