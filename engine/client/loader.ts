/*
 * Inlined into every page with islands; nothing else of the client is there until a visitor touches it. It waits until the pointer or the
 * focus is at an island or a link, fetches the code, and stores what happens meanwhile; a form is sent at once, and its answer waits for
 * the code that shows it.
 * No `import()` here: a hashed inline script may not use it, so a module script is appended. Every byte of it is in the page.
 */
import type { LoaderState, TrustPolicy, DeferredAction } from './dom/loader-state.ts';

/** Milliseconds until what waits for its code is done without it. */
const TIMEOUT_MS = 8000;
/** Milliseconds until the answer to a form must be there. */
const ANSWER_MS = 30_000;
/** `data-live` is empty once the island is live, and `no` when it never will be. */
const COLD = '[data-island]:not([data-live])';
/** A place on a page is the browser's. */
const LINK = 'a[href^="/"]:not([href*="#"],[target],[download])';

/** A short name: the bundler leaves `document` as long as it is. */
const page = document;
const { start, islands, kept: parameters, bridge } = (page.currentScript as HTMLScriptElement).dataset;
// A bridge of the app (decision 035): the mark that the server writes where the address names the app. Native objects may list no keys.
if (window.ReactNativeWebView || window.webkit?.messageHandlers || (bridge && bridge in window))
  page.documentElement.dataset['webView'] = '';

const seen = new Set<string>();
const cold = (): NodeListOf<HTMLElement> => page.querySelectorAll(COLD);

const rules: TrustPolicy = {
  createHTML: (markup) => markup,
  createScriptURL(url) {
    // A path of this origin.
    if (!/^\/[^/]/.test(url)) throw url;
    return url;
  },
};

const waiting: DeferredAction[] = [];
let broken = false;
const state: LoaderState = (window.vitrine = {
  policy: window.trustedTypes?.createPolicy('vitrine', rules) ?? rules,
  waiting,
  send(form, data) {
    // An action has no query.
    return fetch(form.action.replace(/(#.*)?$/, '?_nav=1'), {
      method: 'POST',
      headers: { Prefer: 'return=representation' },
      // Of texts alone: no form of a page has a file.
      body: new URLSearchParams(data as unknown as Record<string, string>),
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch(() => undefined);
  },
  fail(island) {
    broken ||= !island;
    for (const lost of island ? [island] : cold()) lost.dataset['live'] = 'no';
    for (const item of waiting.splice(0)) {
      if (island && item.island !== island) waiting.push(item);
      else if (item.link) location.assign(item.link.href);
      // Only then the browser has the cookie by which the server knows a form that is sent twice.
      else void item.answer?.then(() => item.form?.requestSubmit(item.submitter));
    }
  },
});

function add(tag: 'link' | 'script', properties: object): void {
  page.head.append(Object.assign(page.createElement(tag), properties));
}

/** Files to preload once the first one has run, so that they do not slow it down; `null` from then on. */
let others: string | null = '';

function load(files = ''): void {
  if (others === '') {
    const onload = (): void => {
      const rest = others ?? '';
      others = null;
      load(rest);
    };
    add('script', {
      type: 'module',
      src: state.policy.createScriptURL(start ?? ''),
      onload,
      onerror: () => state.fail(),
    });
  }
  if (others !== null) {
    others += ` ${files}`;
    return;
  }
  for (const href of files.split(' ')) {
    if (!href || seen.has(href)) continue;
    seen.add(href);
    add('link', { rel: 'modulepreload', href });
  }
}

function want(island: HTMLElement): void {
  load(`${islands} ${island.dataset['pre']}`);
  if (island.dataset['wanted']) return;
  island.dataset['wanted'] = 'yes';
  state.hydrate?.(island);
}

function keep(event: Event, item: DeferredAction): void {
  event.preventDefault();
  waiting.push(item);
  state.resume?.();
  setTimeout(() => waiting.includes(item) && state.fail(item.island), TIMEOUT_MS);
}

function on<Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => void): void {
  addEventListener(type, listener, true);
}

/** Fetches the code of what the pointer or the focus is at, and returns the island there that is not live yet. */
function near({ target }: Event): HTMLElement | null {
  const element = target as Element;
  const island = element.closest<HTMLElement>(COLD);
  if (island) want(island);
  else if (element.closest(`${LINK},:has(>[data-consent])`)) load();
  return island;
}

on('pointerover', near);
on('focusin', near);
on('click', (event) => {
  const target = event.target as Element;
  const island = near(event);
  const button = target.closest<HTMLElement>('[type=button]');
  // The first tap on a link waits for the code that shows its page in place.
  const link = target.closest<HTMLAnchorElement>(LINK);
  if (island && button) keep(event, { island, button });
  else if (link && !state.follow && !broken && !(event.metaKey || event.ctrlKey || event.shiftKey))
    keep(event, { link });
});
// Anyone who sends a form, the browser included, sends along what a journey keeps for its forms.
on('formdata', ({ target, formData }) => {
  if (!parameters || !(target as Element).closest('[data-island]')) return;
  try {
    for (const name of parameters.split(' ')) {
      const value: string | undefined = localStorage[name];
      if (value) formData.set(name, value);
    }
  } catch {
    // A browser that refuses storage keeps nothing.
  }
});

// What was typed before a reload is put back once its form is live, and forgotten when it is sent before.
try {
  const typed = sessionStorage;
  if (typed['vitrine_form']?.startsWith(`${location.pathname} `))
    for (const island of cold()) if (island.querySelector('form')) want(island);
  on('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const island = form.closest<HTMLElement>(COLD);
    if (!island || form.method !== 'post') return;
    if (form.ariaBusy) return event.preventDefault();
    want(island);
    delete typed['vitrine_form'];
    const { submitter } = event;
    keep(event, { island, form, submitter, answer: state.send(form, new FormData(form, submitter)) });
    form.ariaBusy = 'true';
  });
} catch {
  // A browser that refuses storage keeps nothing, and posts forms by itself until they are live.
}

// An entry made without a full load: Back and Forward are ours from the start.
if (history.state?.inApp) load();
