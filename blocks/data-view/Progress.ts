/** Milliseconds between two looks. */
const INTERVAL_MS = 2_000;
/** Milliseconds after which it only looks when it is asked to: a page that lies open keeps no session alive. */
const TIMEOUT_MS = 300_000;

/**
 * Work that goes on elsewhere: as long as it does, the page is asked for at the address of its link, and what it says by then takes the
 * place of what is here. Without a script the link does the same, and so it does after some minutes.
 */
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
      // The sign-in, or a page that has nothing more to say of it.
      else if (request.status < 500 && request.status > 0) location.assign(link.href);
      if (hasFocus) this.querySelector('a')?.focus();
    });
    request.open('GET', link.href);
    // The browser reads it as a document, in which no script runs.
    request.responseType = 'document';
    request.send();
  }
}
