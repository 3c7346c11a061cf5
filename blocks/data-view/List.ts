/** Milliseconds after which waiting is said and shown: what is there sooner needs no words. */
const SLOW = 200;

/** The very page that was asked for, not one that it leads to. */
const isAnswer = ({ status, responseURL }: XMLHttpRequest, href: string): boolean =>
  status === 200 && new URL(responseURL).pathname === new URL(href).pathname;

/**
 * A list that is sorted, filtered and turned over in its place: the same page is asked for at the address that the link or the filter names,
 * and its list takes the place of this one. Anything but a page with this list, such as the sign-in, is opened as a link opens it.
 */
export class List extends HTMLElement {
  #request: XMLHttpRequest | null = null;
  /** Query of the address that the list shows. */
  #shown = location.search;
  readonly #back = (): void => {
    if (location.search !== this.#shown) this.#load(location.href);
  };

  connectedCallback(): void {
    addEventListener('popstate', this.#back);
    this.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('thead a, nav a') : null;
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (link === null || !isPlain) return;
      event.preventDefault();
      this.#load(link.href, true);
    });
    this.addEventListener('submit', (event) => {
      const form = event.target;
      // Attributes, since a field may be called `action`, and would answer to that name.
      if (!(form instanceof HTMLFormElement) || form.getAttribute('method') !== 'get') return;
      event.preventDefault();
      const url = new URL(form.getAttribute('action') ?? '', location.href);
      for (const [name, value] of new FormData(form))
        if (typeof value === 'string' && value !== '') url.searchParams.append(name, value);
      this.#load(url.href, true);
    });
  }

  disconnectedCallback(): void {
    removeEventListener('popstate', this.#back);
    this.#request?.abort();
  }

  #load(href: string, isNew = false): void {
    this.#request?.abort();
    const request = new XMLHttpRequest();
    this.#request = request;
    const slow = setTimeout(() => this.#say('busy'), SLOW);
    this.setAttribute('aria-busy', 'true');
    request.addEventListener('loadend', () => {
      clearTimeout(slow);
      if (this.#request === request) this.removeAttribute('aria-busy');
    });
    request.addEventListener('error', () => this.#say('failed'));
    request.addEventListener('readystatechange', () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED || isAnswer(request, href)) return;
      // Not even read: the styles of another page are none that the policy of this one knows.
      const { status } = request;
      request.abort();
      if (status < 500) location.assign(href);
      else this.#say('failed');
    });
    request.addEventListener('load', () => {
      const part = request.responseXML?.getElementById(this.id)?.firstElementChild;
      if (part) this.#show(part, href, isNew);
      else location.assign(href);
    });
    request.open('GET', href);
    // The browser reads it as a document, in which no script runs.
    request.responseType = 'document';
    request.send();
  }

  #show(part: Element, href: string, isNew: boolean): void {
    const focused = this.#wayTo(document.activeElement);
    this.firstElementChild?.replaceWith(document.importNode(part, true));
    if (isNew) history.pushState(null, '', href);
    this.#shown = location.search;
    this.removeAttribute('data-wrong');
    const [counted, output] = [this.querySelector('[data-said]'), this.querySelector('output')];
    if (output !== null) output.textContent = counted?.textContent ?? '';
    if (focused !== null) (this.querySelector<HTMLElement>(focused) ?? this).focus();
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView();
  }

  /** Where the focus is found again; `null` when it is elsewhere. */
  #wayTo(element: Element | null): string | null {
    if (element === null || !this.contains(element)) return null;
    if (element.id !== '') return `#${CSS.escape(element.id)}`;
    return `[data-way="${CSS.escape(element.getAttribute('data-way') ?? '')}"]`;
  }

  #say(what: 'busy' | 'failed'): void {
    const output = this.querySelector('output');
    this.toggleAttribute('data-wrong', what === 'failed');
    if (output !== null) output.textContent = this.dataset[what] ?? '';
  }
}
