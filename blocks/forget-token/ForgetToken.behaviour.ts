/**
 * Takes `token` out of the address bar (G1); the other parameters, the hash and the entry's state stay. The entry of the history keeps
 * it for this tab, so that a reload or Back, which no longer has it in the address, asks for the page with it once more.
 */
class ForgetToken extends HTMLElement {
  connectedCallback(): void {
    const url = new URL(location.href);
    const token = url.searchParams.get('token');
    const kept: unknown = history.state?.token;
    if (this.dataset['recall'] === undefined) {
      if (token === null) return;
      url.searchParams.delete('token');
      history.replaceState({ ...history.state, token }, '', url);
    } else if (token === null && typeof kept === 'string') {
      url.searchParams.set('token', kept);
      location.replace(url);
    }
  }
}

if (!customElements.get('vitrine-forget')) customElements.define('vitrine-forget', ForgetToken);
