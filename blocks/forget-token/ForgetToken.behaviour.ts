/**
 * Takes `token` out of the address bar (G1); the other parameters, the hash and the entry's state stay. The entry of the history keeps
 * it for this tab, so that a reload or Back, which no longer has it in the address, asks for the page with it once more.
 */
class ForgetToken extends HTMLElement {
  connectedCallback(): void {
    const url = new URL(plainAddress(location.href));
    const token = url.searchParams.get('token');
    const stored: unknown = history.state?.token;
    if (this.dataset['recall'] === undefined) {
      if (token === null) return;
      url.searchParams.delete('token');
      history.replaceState({ ...history.state, token }, '', url);
    } else if (token === null && typeof stored === 'string') {
      url.searchParams.set('token', stored);
      location.replace(url);
    }
  }
}

/** The query as the server reads it: with the ampersands of markup, and where the first of them took the place of its question mark. */
function plainAddress(href: string): string {
  return href.replaceAll('&amp;', '&').replace(/^([^?#&]*)&([^?#]*)\??/, '$1?$2&');
}

if (!customElements.get('vitrine-forget')) customElements.define('vitrine-forget', ForgetToken);
