import type { NavigationAnswer } from '../dom/navigation-page.ts';
import { loaderState, type NavigateOptions } from '../dom/loader-state.ts';
import { readPageData } from '../dom/page-data.ts';
import { leaveView, noteView } from '../dom/views.ts';
import { applyPage } from './apply-page.ts';
import { reportProblem } from '../dom/problems.ts';
import { isPageUrl } from './is-for-this-app.ts';
import { type Loaded, loadPage, notFoundAddress } from './load-page.ts';
import { isAddressShown, keepScroll, noteEntryInApp, restoreByHand, restoreScroll, scrollToStart } from './scroll.ts';

/** Called when an experiment led to another page (X6); ordinary navigation is silent. */
const REFRESH_EVENT = 'contentRefreshNeeded';

let running: AbortController | null = null;
/** The document shows the answer to a form, which is not what its address shows. */
let isAnswer = false;

function restart(): AbortSignal {
  // While the document still says it of itself.
  leaveView();
  restoreByHand();
  running?.abort();
  running = new AbortController();
  return running.signal;
}

/** Goes to another page of this site. What cannot be shown in place is loaded in full; the newest call wins. */
export async function navigate(href: string, { delay, reason = 'link', answer }: NavigateOptions = {}): Promise<void> {
  const keepsAddress = reason === 'language' && isAddressOfPage();
  // The newest call wins, also while code is on its way.
  const early = keepsAddress ? restart() : null;
  const target = keepsAddress ? await languageTarget(href) : new URL(href, location.href);
  // A script in an address is never followed, whoever asks for it (R26).
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
    // What was not found is not found in another language either (R23).
    const url = keepsAddress && loaded.kind === 'page' ? loaded.answered : loaded.url;
    if (!isOverHttp(url)) return reportProblem('navigation', new Error(`The address "${url.protocol}…" is refused.`));
    if (loaded.kind === 'leave') return location.assign(url);
    if (keepsAddress) url.search = shownSearch();
    else if (reason === 'language') url.searchParams.delete('lang');
    noteEntryInApp();
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
    loaderState().sync?.();
  } catch {
    if (!signal.aborted) location.assign(isNotFound(shown) ? notFoundAddress(shown, basePath()) : target);
  }
}

/** Back and Forward: the address is there already, its page is not. */
export async function restore(): Promise<void> {
  const target = new URL(location.href);
  // Also when the page is there: another one may be on its way.
  const signal = restart();
  if (isAddressShown()) {
    if (history.state?.scroll) restoreScroll();
    return;
  }
  const asked = new URL(target);
  // The language of the page that was left: the visitor may have chosen another one since.
  if (history.state?.locale) asked.searchParams.set('lang', history.state.locale);
  const loaded = await load(asked, signal);
  if (loaded === null) return;
  if (loaded.kind === 'leave') return location.reload();
  await applyPage(loaded.page, signal, { commit: () => noteShown(target.href), scroll: restoreScroll });
  loaderState().sync?.();
}

/** Shows what a form was answered with: another page, or this address still, such as with a refusal. */
export async function show(answer: NavigationAnswer): Promise<void> {
  if (answer.kind === 'redirect') return navigate(answer.location, { reason: 'form' });
  const { address, page } = answer;
  if (address !== null) return navigate(address, { reason: 'form', answer });
  const commit = (): void => {
    isAnswer = true;
    noteView();
  };
  await applyPage(page, restart(), { commit, scroll: () => scrollToStart(''), toTop: true, isAnswer: true });
  loaderState().sync?.();
}

/** Shows the present page anew, as its address is answered now; the visitor stays where they are. */
export async function refresh(): Promise<void> {
  const signal = restart();
  const loaded = await load(new URL(location.href), signal);
  if (loaded === null) return;
  if (loaded.kind === 'leave') location.reload();
  else await applyPage(loaded.page, signal, { commit: () => void (isAnswer = false) });
}

/** The visitor agreed on a page that was loaded without the tag manager, with something typed in it: the next page brings it. */
function lacksTagManager(): boolean {
  const isWanted = readPageData(document)?.tagManager === true && /_consent=(?!none)\w/.test(document.cookie);
  return isWanted && document.getElementById('tracking') === null;
}

function basePath(): string {
  return readPageData(document)?.basePath ?? '/';
}

function noteShown(href: string): void {
  loaderState().shown = href;
  noteView();
  isAnswer = false;
}

/** The answer to a form, shown in place or posted without a script, is repeated by the links of its own language menu alone. */
function isAddressOfPage(): boolean {
  return !isAnswer && isPageUrl(new URL(location.href), basePath());
}

/** `null` when the visitor has gone elsewhere meanwhile. */
async function load(target: URL, signal: AbortSignal, known?: NavigationAnswer): Promise<Loaded | null> {
  try {
    const loaded = await loadPage(target, basePath(), signal, known);
    return signal.aborted ? null : loaded;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Without the code that keeps the address, the link's own page is right, too. */
async function languageTarget(href: string): Promise<URL> {
  const link = new URL(href, location.href);
  const page = readPageData(document)?.page;
  const code = await import('./switch-language.ts').catch(() => undefined);
  return page && code ? code.switchLinkLanguage(link, new URL(location.href), page, basePath()) : link;
}

/** What a page took out of its address, such as a token, does not come back with another language. */
function shownSearch(): string {
  const { search, searchParams } = new URL(location.href);
  if (!searchParams.has('lang')) return search;
  searchParams.delete('lang');
  return searchParams.toString();
}

/** Whether the address is that of the page for what was not found, which has another one outside the application (R28). */
function isNotFound({ pathname }: URL): boolean {
  return pathname.endsWith('/error/404');
}

function isOverHttp({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
