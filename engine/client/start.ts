/*
 * The first module appended by the loader: hydration, links, navigation. Also contains code shared by later modules, so pages without the
 * loader may load it; it is a no-op there.
 */
import { readResponse } from './dom/fetch-page.ts';
import { isForThisApp } from './navigation/is-for-this-app.ts';
import { navigate, restore, show } from './navigation/navigate.ts';
import type { DeferredAction, Islands, LoaderState, Tracking } from './dom/get-loader-state.ts';
import { readPageData } from './dom/page-data.ts';

/** Milliseconds for which hydration waits for the response to a form. */
const ANSWER_FIRST_MS = 4000;

if (window.vitrine !== undefined) start(window.vitrine);

function start(state: LoaderState): void {
  const { basePath, modules } = readPageData(document) ?? { basePath: '/', modules: { islands: '', tracking: '' } };
  /* Addresses from the page, with base path and build hash. */
  const loadIslands = (): Promise<Islands> => import(/* @vite-ignore */ modules.islands);
  const loadTracking = (): Promise<Tracking> => import(/* @vite-ignore */ modules.tracking);

  state.sync = () => {
    // Whether any consent was given; see `agreesTo`.
    if (/_consent=(?!none)\w/.test(document.cookie)) void loadTracking().then(({ sync }) => sync());
  };
  state.shown = location.href;
  state.navigation = { navigate, show };
  state.hydrate = (island) => {
    Promise.resolve(state.answered)
      .then(loadIslands)
      .then(({ hydrateIsland }) => hydrateIsland(island))
      .catch(() => state.fail(island));
  };
  state.follow = (link) => void navigate(link.href, { reason: link.hreflang === '' ? 'link' : 'language' });

  state.resume = () => {
    for (const item of state.waiting.filter(({ button }) => button === undefined)) {
      state.waiting.splice(state.waiting.indexOf(item), 1);
      if (item.link !== undefined) state.follow?.(item.link);
      else
        state.answered = Promise.race([
          showAnswer(item, state),
          new Promise<void>((done) => setTimeout(done, ANSWER_FIRST_MS)),
        ]);
    }
  };
  state.resume();
  for (const island of document.querySelectorAll<HTMLElement>('[data-island][data-wanted]')) state.hydrate(island);
  document.addEventListener('click', (event) => followLink(event, state, basePath));
  document.addEventListener('submit', sendConsent);
  document.addEventListener('keydown', ({ key }) => {
    // Loaded on demand, because consent is rarely changed on a page.
    if (key === 'Escape') void import('./consent/answer.ts').then(({ closeConsent }) => closeConsent());
  });
  addEventListener('popstate', () => void restore().catch(() => location.reload()));
}

function followLink(event: MouseEvent, state: LoaderState, basePath: string): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  // Following a link of a menu closes it, also for a fragment of the same page.
  link?.closest<HTMLElement>('[popover]')?.hidePopover();
  if (link === null || event.defaultPrevented || !isForThisApp(link, event, basePath)) return;
  event.preventDefault();
  state.follow?.(link);
}

/** Renders the response to a form that was sent before hydration; falls back to a native request. */
async function showAnswer(item: DeferredAction, state: LoaderState): Promise<void> {
  const { island, form, answer } = item;
  const { shown } = state;
  // False when the visitor has navigated meanwhile.
  const isHere = (): boolean => island?.isConnected === true && state.shown === shown;
  try {
    const read = await readResponse(await answer);
    if (isHere()) await show(read);
  } catch {
    if (!isHere()) return;
    state.waiting.push(item);
    state.fail(island);
  } finally {
    // Also for Back to this page.
    if (form) form.ariaBusy = null;
  }
}

function sendConsent(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || !form.matches('[data-consent]')) return;
  event.preventDefault();
  const { submitter } = event;
  const answer = import('./consent/answer.ts').then(({ answerConsent }) => answerConsent(form, submitter));
  answer.catch(() => {
    form.removeAttribute('data-consent');
    form.requestSubmit(submitter);
  });
}
