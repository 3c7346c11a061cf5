import { parseBody } from '../dom/fetch-page.ts';
import type { NavigationPage } from '../dom/navigation-page.ts';
import { loaderState } from '../dom/loader-state.ts';
import { readPageData } from '../dom/page-data.ts';
import { announce, focusHeading } from './announce.ts';
import { carryFields } from './carry-fields.ts';
import { settledWithin } from './settled-within.ts';
import { swapBody } from './swap-body.ts';

/** Milliseconds that a transition may keep a page waiting (C6). */
const TRANSITION_TIMEOUT_MS = 100;

export interface PageChange {
  /** Milliseconds that the page may wait for its custom elements; 100 by default, at most 1000 (C6). */
  readonly delay?: number | undefined;
  /** Changes the address, at the moment at which the page changes. */
  readonly enter?: () => void;
  /** Notes that the page is shown. What leaves with the page before it still knows that one. */
  readonly commit?: () => void;
  /** Goes to the place on the page; without it the visitor stays where they are. */
  readonly scroll?: () => void;
  /** That place is the beginning of the page, which no section below it moves. */
  readonly toTop?: boolean;
  /** A form was sent: nobody waits for a transition, and what had the focus is done with. */
  readonly isAnswer?: boolean;
}

/**
 * Puts a page in place of the present one, block by block, inside a view transition unless it answers a form. What makes the browser lay
 * the page out is done once, before the first frame: to remove what has the focus, or to focus a heading, would do it again.
 * @returns whether that was done; it is not once `signal` says that the visitor has gone elsewhere
 */
export async function applyPage(page: NavigationPage, signal: AbortSignal, change: PageChange): Promise<boolean> {
  const { delay, enter, commit, scroll, toTop, isAnswer = false } = change;
  // An element that is defined late would change its look after the page came in.
  const behaviours = page.behaviours.map((module): Promise<unknown> => import(/* @vite-ignore */ module));
  await settledWithin(behaviours, delay);
  if (signal.aborted) return false;
  let isShown = false;
  const swap = (): void => {
    if (signal.aborted) return;
    isShown = true;
    const body = parseBody(page);
    const data = readPageData(body);
    const named = isAnswer ? body.querySelector('main [autofocus]') : null;
    // Browsers take it from pages that they load, and complain of others.
    named?.removeAttribute('autofocus');
    if (enter && isAnswer && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const restoreFields = carryFields();
    applyHead(page);
    // Elements of the page read and change its address as soon as they are in it.
    enter?.();
    const retained = swapBody(body);
    const root = document.documentElement;
    // A page that is swapped in may have the focus below the first screen. An answer on the same page does not lay it out anew.
    if (enter || !isAnswer) root.dataset['swapped'] = '';
    // Sections there take their height one after the other, unless a place among them is gone to.
    root.toggleAttribute('data-whole', !toTop);
    loaderState().updateIslands?.(data, retained);
    commit?.();
    const hasFocus = restoreFields();
    rewake();
    // A message at a field appears where the visitor sent the form.
    if (named === null) scroll?.();
    const focused = document.activeElement;
    afterFrame(() => {
      // A newer navigation may have begun, or what asked for the page is gone.
      if (document.activeElement === focused) {
        if (named !== null) document.getElementById(named.id)?.focus();
        else if (!hasFocus) focusHeading();
      }
      announce(page.title);
    });
  };
  await (isAnswer ? swap() : inTransition(swap));
  return isShown;
}

/** A page that is not looked at has no frames. */
function afterFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

let transition: ViewTransition | undefined;

async function inTransition(change: () => void): Promise<void> {
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return change();
  transition = document.startViewTransition(change);
  const timer = setTimeout(skip, TRANSITION_TIMEOUT_MS);
  // A transition that is skipped has still made its change.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
  await transition.updateCallbackDone;
  clearTimeout(timer);
}

function skip(): void {
  transition?.skipTransition();
}

/** The images of a transition lie over the page and take every press, as `html` itself: the first one ends it and reaches the page. */
addEventListener('pointerdown', skip, true);
addEventListener('click', ({ target, clientX, clientY }) => {
  if (target !== document.documentElement) return;
  const press = (): void => {
    const meant = document
      .elementFromPoint(clientX, clientY)
      ?.closest<HTMLElement>('a,button,input,label,select,summary');
    meant?.focus({ preventScroll: true });
    meant?.click();
  };
  // Only then the page is there for a press again.
  transition?.finished.then(press, press);
});

function applyHead({ title, locale, dir = '', theme, canonical, css }: NavigationPage): void {
  document.title = title;
  document.documentElement.lang = locale;
  if (document.dir !== dir) document.dir = dir;
  if (theme === 'ink') document.documentElement.dataset['theme'] = theme;
  else delete document.documentElement.dataset['theme'];
  document.querySelector('link[rel=canonical]')?.setAttribute('href', canonical);
  const styles = document.head.querySelectorAll('style');
  shownCss ??= [...styles].map(({ textContent }) => textContent).join('');
  // To replace a sheet by the same one would style every element anew, which takes a slow phone 250 ms.
  if (css === shownCss) return;
  shownCss = css;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  for (const style of styles) style.disabled = true;
}

let shownCss: string | undefined;

/** An island that was wanted before the change is still wanted after it. */
function rewake(): void {
  const { hydrate } = loaderState();
  for (const island of document.querySelectorAll<HTMLElement>('[data-wanted]:not([data-live=""])')) hydrate?.(island);
}
