import { parseBody } from '../dom/fetch-page.ts';
import type { NavigationPage } from '../dom/navigation-page.ts';
import { getLoaderState } from '../dom/get-loader-state.ts';
import { readPageData } from '../dom/page-data.ts';
import { announce, focusHeading } from './announce.ts';
import { carryFields } from './carry-fields.ts';
import { waitUntilSettled } from './settled-within.ts';
import { swapBody } from './swap-body.ts';

/** Maximum delay of a page by a view transition in milliseconds (C6). */
const TRANSITION_TIMEOUT_MS = 100;

export interface PageChange {
  /** Maximum milliseconds to wait for custom elements; default 100, at most 1000 (C6). */
  readonly delay?: number | undefined;
  /** Changes the address, together with the page. */
  readonly enter?: () => void;
  /** Called after the page was replaced; cleanup of the old page still sees the old state. */
  readonly commit?: () => void;
  /** Scrolls to the target; default: keeps the position. */
  readonly scroll?: () => void;
  /** Whether the target is the top, so that sections below do not affect it. */
  readonly toTop?: boolean;
  /** Response to a form: without transition, and without restoring the focus. */
  readonly isAnswer?: boolean;
}

/**
 * Replaces the page block by block, in a view transition unless it is the response to a form. Layout is forced once, before the first
 * frame: removing the focused element or focusing a heading would force it again.
 * @returns whether it was replaced; not when `signal` is aborted by another navigation
 */
export async function applyPage(page: NavigationPage, signal: AbortSignal, change: PageChange): Promise<boolean> {
  const { delay, enter, commit, scroll, toTop, isAnswer = false } = change;
  // Defining elements later would change their appearance after the page is shown.
  const behaviours = page.behaviours.map((module): Promise<unknown> => import(/* @vite-ignore */ module));
  await waitUntilSettled(behaviours, delay);
  if (signal.aborted) return false;
  let isShown = false;
  const swap = (): void => {
    if (signal.aborted) return;
    isShown = true;
    const body = parseBody(page);
    const data = readPageData(body);
    const named = isAnswer ? body.querySelector('main [autofocus]') : null;
    // Browsers handle autofocus on full loads only, and warn otherwise.
    named?.removeAttribute('autofocus');
    if (enter && isAnswer && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const restoreFields = carryFields();
    applyHead(page);
    // Elements of the page read and change the address when connected.
    enter?.();
    const retained = swapBody(body);
    const root = document.documentElement;
    // A new page may have the focus below the first screen. A response on the same page keeps its layout.
    if (enter || !isAnswer) root.dataset['swapped'] = '';
    // Sections are rendered lazily, unless the page is scrolled to one of them.
    root.toggleAttribute('data-whole', !toTop);
    getLoaderState().updateIslands?.(data, retained);
    commit?.();
    const hasFocus = restoreFields();
    rewake();
    // Error messages appear where the form was sent.
    if (named === null) scroll?.();
    const focused = document.activeElement;
    afterFrame(() => {
      // A newer navigation may have begun, or the page is gone.
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

/** Hidden pages have no frames. */
function afterFrame(act: () => void): void {
  if (document.hidden) act();
  else requestAnimationFrame(() => setTimeout(act));
}

let transition: ViewTransition | undefined;

async function inTransition(change: () => void): Promise<void> {
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return change();
  transition = document.startViewTransition(change);
  const timer = setTimeout(skip, TRANSITION_TIMEOUT_MS);
  // A skipped transition has still applied its change.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
  await transition.updateCallbackDone;
  clearTimeout(timer);
}

function skip(): void {
  transition?.skipTransition();
}

/** The transition's images cover the page and receive clicks as `html`: the first one skips it and reaches the page. */
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
  // Then the page receives clicks again.
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
  // Replacing a style sheet by an equal one restyles everything, 250 ms on a slow phone.
  if (css === shownCss) return;
  shownCss = css;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  for (const style of styles) style.disabled = true;
}

let shownCss: string | undefined;

/** Islands requested before the change are requested again. */
function rewake(): void {
  const { hydrate } = getLoaderState();
  for (const island of document.querySelectorAll<HTMLElement>('[data-wanted]:not([data-live=""])')) hydrate?.(island);
}
