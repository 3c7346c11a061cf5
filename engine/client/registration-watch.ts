import { RegistrationStatusDocument } from '#schemas/generated/graphql/operations.ts';
import { pageCore } from './core/page-core.ts';
import { whenIdle } from './core/when-idle.ts';

/**
 * B6: `<vitrine-watch data-base="/">` moves the page on when this session's account is activated, wherever that happens: asked
 * for again, the page is answered as one of an active account.
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
            if (state === 'ACTIVATED') location.reload();
          },
        },
      );
    });
  }

  disconnectedCallback(): void {
    this.#stop();
  }
}

if (!customElements.get('vitrine-watch')) customElements.define('vitrine-watch', RegistrationWatch);
