/** Removes `token` from the address bar (G1); the other parameters, the hash and the entry's state stay. */
class ForgetToken extends HTMLElement {
  connectedCallback(): void {
    const url = new URL(location.href);
    url.searchParams.delete('token');
    history.replaceState(history.state, '', url);
  }
}

if (!customElements.get('vitrine-forget')) customElements.define('vitrine-forget', ForgetToken);
