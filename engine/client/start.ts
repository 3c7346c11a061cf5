/*
 * The first module that the loader appends. It brings islands to life, takes over links, and navigates. It also holds what modules
 * loaded later share, so a page without the loader may have it too; there it does nothing.
 */
import { readAnswer } from './dom/fetch-page.ts';
import { isForThisApp } from './navigation/is-for-this-app.ts';
import { navigate, restore, show } from './navigation/navigate.ts';
import type { DeferredAction, Islands, LoaderState, Tracking } from './dom/loader-state.ts';
import { readPageData } from './dom/page-data.ts';

if (window.vitrine !== undefined) start(window.vitrine);

function start(state: LoaderState): void {
  const { basePath, modules } = readPageData(document) ?? { basePath: '/', modules: { islands: '', tracking: '' } };
  /* Addresses come from the page, because they carry the base path and the hash of the build. */
  const loadIslands = (): Promise<Islands> => import(/* @vite-ignore */ modules.islands);
  const loadTracking = (): Promise<Tracking> => import(/* @vite-ignore */ modules.tracking);

  state.sync = () => {
    // Agreed to something; see `agreesTo`.
    if (/_consent=(?!none)\w/.test(document.cookie)) void loadTracking().then(({ sync }) => sync());
  };
  state.shown = location.href;
  state.navigation = { navigate, show };
  /** Whatever the processor of a phone does, it does for the answer to a form first. */
  let answered: Promise<void> | undefined;
  state.hydrate = (island) => {
    Promise.resolve(answered)
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
        answered = Promise.race([
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
    // Few visitors answer on a page, and hardly any twice: its code is loaded then.
    if (key === 'Escape') void import('./consent/answer.ts').then(({ closeConsent }) => closeConsent());
  });
  addEventListener('popstate', () => void restore().catch(() => location.reload()));
}

function followLink(event: MouseEvent, state: LoaderState, basePath: string): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  // Anyone who follows a link of a menu has left it, also for a place on the same page.
  link?.closest<HTMLElement>('[popover]')?.hidePopover();
  if (link === null || event.defaultPrevented || !isForThisApp(link, event, basePath)) return;
  event.preventDefault();
  state.follow?.(link);
}

/** Milliseconds for which islands wait for the answer to a form. */
const ANSWER_FIRST_MS = 4000;

/** A form that was sent before its island was live; what cannot be shown in place is asked for natively. */
async function showAnswer(item: DeferredAction, state: LoaderState): Promise<void> {
  const { island, form, answer } = item;
  const { shown } = state;
  // Else the visitor has followed a link meanwhile.
  const isHere = (): boolean => island?.isConnected === true && state.shown === shown;
  try {
    const read = await readAnswer(await answer);
    if (isHere()) await show(read);
  } catch {
    if (!isHere()) return;
    state.waiting.push(item);
    state.fail(island);
  } finally {
    // Also for anyone who comes back to this page.
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
