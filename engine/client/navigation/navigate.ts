import type { NavigationPage } from '../parts/navigation-page.ts';
import { loaderState, type NavigateOptions } from '../parts/loader-state.ts';
import { readPageData } from '../parts/page-data.ts';
import { applyPage } from './apply-page.ts';
import { holdsEnded } from './holds.ts';
import { reportProblem } from '../parts/problems.ts';
import { loadPage } from './load-page.ts';
import { keepScroll, restoreScroll, scrollToStart, withoutHash } from './scroll.ts';

/** Milliseconds (C6). */
const DEFAULT_DELAY = 100;
const LONGEST_DELAY = 1000;

/** Told when an experiment led to another page (X6); ordinary navigation is silent. */
const REFRESH_EVENT = 'contentRefreshNeeded';

const state = loaderState();
const basePath = readPageData(document)?.basePath ?? '/';

let running: AbortController | null = null;

function restart(): AbortSignal {
  running?.abort();
  running = new AbortController();
  return running.signal;
}

/** Goes to another page of this site. What cannot be shown in place is loaded in full; the newest call wins. */
export async function navigate(href: string, options: NavigateOptions = {}): Promise<void> {
  const { delay = DEFAULT_DELAY, reason = 'link' } = options;
  const target = new URL(href, location.href);
  // R26: a script in an address is never followed, whoever asks for it.
  if (!isOverHttp(target))
    return reportProblem('navigation', new Error(`The address "${target.protocol}…" is refused.`));
  if (reason === 'language') keepAddress(target);
  const signal = restart();
  try {
    const held = holdsEnded(Math.min(Math.max(delay, 0), LONGEST_DELAY));
    const loaded = await loadPage(target, basePath, signal);
    await held;
    if (signal.aborted) return;
    const { url } = loaded;
    if (!isOverHttp(url)) return reportProblem('navigation', new Error(`A redirect to "${url.protocol}…" is refused.`));
    if (loaded.kind === 'leave') return location.assign(url);
    if (reason === 'language') url.searchParams.delete('lang');
    keepScroll();
    await applyPage(loaded.page, () => {
      history.pushState({ inApp: true, locale: loaded.page.locale }, '', url);
      state.shown = url.href;
    });
    if (reason !== 'language') scrollToStart(url.hash);
    if (loaded.byExperiment) {
      const detail = { url: url.href, reason: 'experiment' };
      document.dispatchEvent(new CustomEvent(REFRESH_EVENT, { detail }));
    }
    state.tell?.();
  } catch {
    if (!signal.aborted) location.assign(fallbackFor(target));
  }
}

/** Back and Forward: the address is there already, its page is not. */
export async function restore(): Promise<void> {
  const target = new URL(location.href);
  if (withoutHash(state.shown ?? '') === withoutHash(target.href)) return;
  const signal = restart();
  const asked = new URL(target);
  // The language of the page that was left: the visitor may have chosen another one since.
  if (history.state?.locale) asked.searchParams.set('lang', history.state.locale);
  const loaded = await loadPage(asked, basePath, signal);
  if (signal.aborted) return;
  if (loaded.kind === 'leave') return location.reload();
  await applyPage(loaded.page, () => void (state.shown = target.href));
  restoreScroll();
}

/** Shows a page that was answered in place, such as a refusal; the address stays. */
export async function show(page: NavigationPage): Promise<void> {
  restart();
  await applyPage(page, () => undefined);
  scrollToStart('');
}

/** Shows the present page anew, as its address is answered now; the visitor stays where they are. */
export async function refresh(): Promise<void> {
  const signal = restart();
  const loaded = await loadPage(new URL(location.href), basePath, signal);
  if (signal.aborted) return;
  if (loaded.kind === 'leave') location.reload();
  else await applyPage(loaded.page, () => undefined);
}

/** A switch of the language keeps query and hash of the address as they are (R23). */
function keepAddress(target: URL): void {
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (name !== 'lang' && !target.searchParams.has(name)) target.searchParams.append(name, value);
  }
  target.hash = location.hash;
}

/** The page for what was not found has an address outside the application, should its own one fail (R28). */
function fallbackFor(target: URL): string {
  return target.pathname.endsWith('/error/404') ? `${basePath}acquisition/error/404` : target.href;
}

function isOverHttp({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
