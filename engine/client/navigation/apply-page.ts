import { parseBody } from '../parts/fetch-page.ts';
import type { NavigationPage } from '../parts/navigation-page.ts';
import { loaderState } from '../parts/loader-state.ts';
import { readPageData } from '../parts/page-data.ts';
import { announce, focusHeading } from './announce.ts';
import { carryFields } from './carry-fields.ts';
import { swapBody } from './swap-body.ts';

/** Milliseconds that a transition may keep a page waiting (C6). */
const TRANSITION_WAIT = 100;

/**
 * Puts a page in place of the present one, block by block, inside a view transition. `commit` changes the address at the moment
 * of the change.
 */
export async function applyPage(page: NavigationPage, commit: () => void): Promise<void> {
  for (const module of page.behaviours) void import(/* @vite-ignore */ module);
  await inTransition(async () => {
    const body = parseBody(page);
    const data = readPageData(body);
    const restoreFields = carryFields();
    const kept = swapBody(body);
    applyHead(page);
    await loaderState().updateIslands?.(data, kept);
    commit();
    const hasFocus = restoreFields();
    rewake();
    if (!hasFocus) focusHeading();
    announce(page.title);
  });
}

async function inTransition(change: () => Promise<void>): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (still || !('startViewTransition' in document)) return change();
  const transition = document.startViewTransition(change);
  const timer = setTimeout(() => transition.skipTransition(), TRANSITION_WAIT);
  passPresses(transition);
  // A transition that is skipped has still made its change.
  transition.ready.catch(() => undefined);
  transition.finished.catch(() => undefined);
  await transition.updateCallbackDone;
  clearTimeout(timer);
}

/** The pictures of a transition lie over the page and take every press; the first one ends it and reaches the page. */
function passPresses(transition: ViewTransition): void {
  const ended = new AbortController();
  const early = { capture: true, once: true };
  const pass = ({ target, clientX, clientY }: MouseEvent): void => {
    if (target !== document.documentElement) return;
    const press = (): void => {
      const meant = document
        .elementFromPoint(clientX, clientY)
        ?.closest<HTMLElement>('a,button,input,label,select,summary');
      meant?.focus({ preventScroll: true });
      meant?.click();
    };
    // Only then the page is there for a press again.
    transition.finished.then(press, press);
  };
  const skip = (): void => {
    transition.skipTransition();
    addEventListener('click', pass, early);
  };
  addEventListener('pointerdown', skip, { ...early, signal: ended.signal });
  const end = (): void => ended.abort();
  transition.finished.then(end, end);
}

function applyHead({ title, locale, theme, canonical, css }: NavigationPage): void {
  document.title = title;
  document.documentElement.lang = locale;
  if (theme === 'ink') document.documentElement.dataset['theme'] = theme;
  else delete document.documentElement.dataset['theme'];
  document.querySelector('link[rel=canonical]')?.setAttribute('href', canonical);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
  for (const style of document.head.querySelectorAll('style')) style.disabled = true;
}

/** An island that was wanted before the change is still wanted after it. */
function rewake(): void {
  const { hydrate } = loaderState();
  for (const island of document.querySelectorAll<HTMLElement>('[data-wanted]:not([data-live=""])')) hydrate?.(island);
}
