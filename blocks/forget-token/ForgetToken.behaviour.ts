/**
 * Removes `token` from the address bar (G1); other parameters, fragment and history state stay. The history entry stores the token for this
 * tab, so that reload and Back request the page with it.
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

/** The query as the server parses it: with ampersands escaped in markup, and one in place of the question mark. */
function plainAddress(href: string): string {
  return href.replaceAll('&amp;', '&').replace(/^([^?#&]*)&([^?#]*)\??/, '$1?$2&');
}

if (!customElements.get('vitrine-forget')) customElements.define('vitrine-forget', ForgetToken);
