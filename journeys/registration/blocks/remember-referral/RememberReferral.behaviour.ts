/** Writes `rc` and `fref` to local storage as soon as the end of the page, where they are, is there; nothing without a referrer (G2). */
class RememberReferral extends HTMLElement {
  connectedCallback(): void {
    const keep = (): void => {
      const found = [...document.querySelectorAll<HTMLDataElement>('data[data-visitor]')];
      if (!found.some(({ dataset }) => dataset['visitor'] === 'fref')) return;
      for (const { dataset, value } of found) {
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
