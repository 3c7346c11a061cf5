import { getPageCore } from '#engine/client/core/page-core.ts';
import { whenIdle } from '#engine/client/core/when-idle.ts';
import { RegistrationStatusDocument } from '#schemas/generated/graphql/operations.ts';

/**
 * `<vitrine-watch data-base="/">` reloads the page when the session's account is activated on any device; the server responds with the page
 * of an active account (B6). Rendered beside the form `change-email`, since an account that may change its address is pending.
 */
class RegistrationWatch extends HTMLElement {
  #stop = (): void => {};

  connectedCallback(): void {
    const core = getPageCore(this.dataset['base'] ?? '/');
    whenIdle(() => {
      if (!this.isConnected) return;
      this.#stop = core.subscribe(
        RegistrationStatusDocument,
        {},
        {
          next: ({ registrationStatus: { state } }) => {
            if (state === 'ACTIVATED') this.#reload();
          },
          // Without a connection the subscription code cannot be loaded; the page still shows the last state.
          error: () => {
            if (!navigator.onLine) this.#reload();
          },
        },
      );
    });
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  /** Waits until the browser is online, to avoid its error page. */
  #reload(): void {
    if (navigator.onLine) location.reload();
    // The page may have been left by then.
    else addEventListener('online', () => this.isConnected && location.reload(), { once: true });
  }
}

if (!customElements.get('vitrine-watch')) customElements.define('vitrine-watch', RegistrationWatch);
