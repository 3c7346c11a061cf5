/**
 * Removes `token` from the address bar (G1); other parameters, fragment and history state stay. The history entry stores the token for this
 * tab, so that reload and Back request the page with it. An address that only the server could read becomes the page's own.
 */
class ForgetToken extends HTMLElement {
  connectedCallback(): void {
    const url = new URL(location.href.replaceAll('&amp;', '&'));
    const given = url.searchParams.get('token');
    const stored: unknown = history.state?.token;
    if (this.dataset['recall'] === undefined) {
      const read = document.querySelector<HTMLInputElement>('input[name=token]')?.value ?? '';
      const page = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
      if (given === null) {
        if (page === null || read === '' || !location.href.includes(read)) return;
        url.pathname = new URL(page.href).pathname;
        url.search = '';
      }
      url.searchParams.delete('token');
      history.replaceState({ ...history.state, token: given ?? read }, '', url);
    } else if (given === null && typeof stored === 'string') {
      url.searchParams.set('token', stored);
      location.replace(url);
    }
  }
}

if (!customElements.get('vitrine-forget')) customElements.define('vitrine-forget', ForgetToken);
