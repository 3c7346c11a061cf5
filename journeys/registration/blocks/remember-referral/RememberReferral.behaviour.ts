/** Writes `rc` and `fref` from the tail of the page to local storage; a no-op without a referrer (G2). */
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
          // Browsers may refuse storage.
        }
      }
    };
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', keep, { once: true });
    else keep();
  }
}

if (!customElements.get('vitrine-remember-referral'))
  customElements.define('vitrine-remember-referral', RememberReferral);
