import { pageCore } from '#engine/client/core/page-core.ts';
import { whenIdle } from '#engine/client/core/when-idle.ts';
import { RegistrationStatusDocument } from '#schemas/generated/graphql/operations.ts';

/**
 * `<vitrine-watch data-base="/">` moves the page on when this session's account is activated, wherever that happens: asked
 * for again, the page is answered as one of an active account (B6). It stands beside the form `change-email`, because an account that
 * may still change its address waits for its activation.
 */
class RegistrationWatch extends HTMLElement {
  #stop = (): void => {};

  connectedCallback(): void {
    const core = pageCore(this.dataset['base'] ?? '/');
    whenIdle(() => {
      if (!this.isConnected) return;
      this.#stop = core.subscribe(
        RegistrationStatusDocument,
        {},
        {
          next: ({ registrationStatus: { state } }) => {
            if (state === 'ACTIVATED') this.#reload();
          },
          // Without a connection not even the code that subscribes may be had; the page itself says how things are.
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

  /** Once the browser is connected: a socket may outlive the network for a moment, and then its own error page would be shown. */
  #reload(): void {
    if (navigator.onLine) location.reload();
    // By then another page may be in its place.
    else addEventListener('online', () => this.isConnected && location.reload(), { once: true });
  }
}

if (!customElements.get('vitrine-watch')) customElements.define('vitrine-watch', RegistrationWatch);
