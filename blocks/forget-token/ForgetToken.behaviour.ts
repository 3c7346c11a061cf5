/**
 * Removes `token` from the address bar (G1); other parameters, fragment and history state stay. The history entry stores the token for this
 * tab, so that reload and Back request the page with it. An address whose token only the server could read becomes the page's own.
 */
class ForgetToken extends HTMLElement {
  connectedCallback(): void {
    const url = new URL(location.href.replaceAll('&amp;', '&'));
    const token = url.searchParams.get('token');
    const stored: unknown = history.state?.token;
    if (this.dataset['recall'] === undefined) {
      url.searchParams.delete('token');
      if (token === null) document.addEventListener('DOMContentLoaded', forgetOther);
      else forget(token, url);
    } else if (token === null && typeof stored === 'string') {
      url.searchParams.set('token', stored);
      location.replace(url);
    }
  }
}

/** The token of the form, which comes last in the page, where the address has it elsewhere than in its query. */
function forgetOther(): void {
  const token = document.querySelector<HTMLInputElement>('input[name=token]')?.value;
  const page = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (token && page && location.href.includes(token))
    forget(token, new URL(new URL(page.href).pathname + location.hash, location.href));
}

function forget(token: string, url: URL): void {
  history.replaceState({ ...history.state, token }, '', url);
}

if (!customElements.get('vitrine-forget')) customElements.define('vitrine-forget', ForgetToken);
