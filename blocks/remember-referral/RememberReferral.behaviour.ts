/** Writes `rc` and `fref` to local storage as soon as the end of the page, where they stand, is there (G2). */
class RememberReferral extends HTMLElement {
  connectedCallback(): void {
    const keep = (): void => {
      for (const { dataset, value } of document.querySelectorAll<HTMLDataElement>('data[data-visitor]')) {
        const name = dataset['visitor'];
        try {
          if (name === 'rc' || name === 'fref') localStorage.setItem(name, value);
        } catch {
          // A browser that refuses storage still shows the page.
        }
      }
    };
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', keep, { once: true });
    else keep();
  }
}

if (!customElements.get('vitrine-remember-referral'))
  customElements.define('vitrine-remember-referral', RememberReferral);
