/*
 * Inlined into every page with islands; other client code is loaded on interaction. When pointer or focus reach an island or a link, it
 * fetches the code and stores actions meanwhile; forms are sent immediately, and the response waits for the code that renders it. Without
 * `import()`, which a hashed inline script must not use: it appends a module script. Size matters, since it is part of every page.
 */
import type { LoaderState, TrustPolicy, DeferredAction } from './dom/get-loader-state.ts';

/** Milliseconds until a deferred action is left to the browser. */
const TIMEOUT_MS = 8000;
/** Timeout for the response to a form in milliseconds. */
const ANSWER_MS = 30_000;
/** `data-live` is empty for a hydrated island, and `no` after a failure. */
const COLD = '[data-island]:not([data-live])';
/** Links with a fragment are left to the browser. */
const LINK = 'a[href^="/"]:not([href*="#"],[target],[download])';

/** A short alias: the bundler does not rename `document`. */
const page = document;
const { start, islands, kept: parameters, bridge } = (page.currentScript as HTMLScriptElement).dataset;
// The app (decision 035): the server's mark, or a native bridge. Native objects may have no enumerable keys.
if (window.ReactNativeWebView || window.webkit?.messageHandlers || (bridge && bridge in window))
  page.documentElement.dataset['webView'] = '';

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
      // Text fields only: forms of pages have no files.
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
      // The response has set the cookie by which the server recognizes a repeated form.
      else void item.answer?.then(() => item.form?.requestSubmit(item.submitter));
    }
  },
});

function add(tag: 'link' | 'script', properties: object): void {
  page.head.append(Object.assign(page.createElement(tag), properties));
}

/** Files to preload after the first module, so that they do not delay it; `null` afterwards. */
let others: string | null = '';

function load(files = ''): void {
  if (others === '') {
    const onload = async (): Promise<void> => {
      // The response to a form needs the bandwidth first.
      await state.answered;
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
  for (const href of files.split(' ')) if (href) add('link', { rel: 'modulepreload', href });
}

function want(island: HTMLElement): void {
  if (island.dataset['wanted']) return;
  island.dataset['wanted'] = 'yes';
  load(`${islands} ${island.dataset['pre']}`);
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

/** Fetches the code for the pointed-at or focused element, and returns its island if not hydrated. */
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
  // The first tap on a link waits for in-app navigation.
  const link = target.closest<HTMLAnchorElement>(LINK);
  if (island && button) keep(event, { island, button });
  else if (link && !state.follow && !broken && !(event.metaKey || event.ctrlKey || event.shiftKey))
    keep(event, { link });
});
// Adds the journey's values to every form that is sent, also natively.
on('formdata', ({ target, formData }) => {
  if (!parameters || !(target as Element).closest('[data-island]')) return;
  try {
    for (const name of parameters.split(' ')) {
      const value: string | undefined = localStorage[name];
      if (value) formData.set(name, value);
    }
  } catch {
    // Browsers may refuse storage.
  }
});

// Hydrates forms with stored values after a reload.
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
  // Browsers may refuse storage.
}

// A history entry of in-app navigation: load its code for Back and Forward.
if (history.state?.inApp) load();
