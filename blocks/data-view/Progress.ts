/** Polling interval in milliseconds. */
const INTERVAL_MS = 2_000;
/** Milliseconds after which polling stops, so that an open page does not extend the session. */
const TIMEOUT_MS = 300_000;

/** Polls the page of its link for the progress of a task, and replaces its content. Without JavaScript, and after the timeout, the link does the same. */
export class Progress extends HTMLElement {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #until = Date.now() + TIMEOUT_MS;

  connectedCallback(): void {
    this.addEventListener('click', (event) => {
      if (!(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      this.#until = Date.now() + TIMEOUT_MS;
      this.#look();
    });
    this.#plan();
  }

  disconnectedCallback(): void {
    clearTimeout(this.#timer);
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.querySelector('[data-open]') === null || Date.now() > this.#until) return;
    this.#timer = setTimeout(() => (document.hidden ? this.#plan() : this.#look()), INTERVAL_MS);
  }

  #look(): void {
    const link = this.querySelector('a');
    if (link === null) return;
    const request = new XMLHttpRequest();
    request.addEventListener('loadend', () => this.#plan());
    request.addEventListener('load', () => {
      const part = request.responseXML?.getElementById(this.id)?.firstElementChild;
      const hasFocus = document.activeElement === link;
      if (part) this.firstElementChild?.replaceWith(document.importNode(part, true));
      // The sign-in, or a page without the progress.
      else if (request.status < 500 && request.status > 0) location.assign(link.href);
      if (hasFocus) this.querySelector('a')?.focus();
    });
    request.open('GET', link.href);
    // Parsed as a document, in which scripts do not run.
    request.responseType = 'document';
    request.send();
  }
}
