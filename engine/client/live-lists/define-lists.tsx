import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import type { ListData, ListParts } from '#engine/block-kit/live-list.ts';
import { createClientCore } from '../core/index.ts';
import { choose, type ChosenStore, getChosenStore } from './chosen-rows.ts';
import { createListI18n } from './list-i18n.ts';
import { LiveList, findListHref } from './LiveList.tsx';

/**
 * Defines `<vitrine-list>`, which updates its list. Until then the server's markup works by links and forms.
 *
 * @param List renders a list like the server
 */
export function defineLists(List: ComponentType<ListParts>): void {
  if (customElements.get('vitrine-list') !== undefined) return;
  // Always this site's server, even with an external GraphQL server for visitors.
  const url = `${document.getElementById('views')?.dataset['base'] ?? '/'}graphql`;
  const core = createClientCore({
    basePath: '/',
    settings: { acqBackendGraphqlURL: url, acqBackendGraphqlWsURL: url },
    startup: async () => ({}),
  });

  /** Selections by list id, retained while a form is answered by the same page. */
  const stores = new Map<string, ChosenStore>();

  class FreshList extends HTMLElement {
    #root: Root | null = null;

    connectedCallback(): void {
      // Checked edge: written by the block.
      const data = JSON.parse(this.dataset['list'] ?? '') as ListData;
      const ticked = [...this.querySelectorAll<HTMLInputElement>('tbody [type=checkbox]:checked')];
      const store = stores.get(this.id) ?? getChosenStore();
      stores.set(this.id, store);
      choose(
        store,
        ticked.map(({ name }) => name),
        true,
      );
      const way = findListHref(this, document.activeElement);
      const { search } = location;
      const plain = document.createDocumentFragment();
      plain.append(...this.childNodes);
      this.dataset['live'] = '';
      this.#root ??= createRoot(this, {
        // Another release may respond with an incompatible list; the server's markup is restored.
        onUncaughtError: (error) => {
          reportError(error);
          if (location.search === search && plain.hasChildNodes()) setTimeout(() => this.#giveUp(plain));
          else location.reload();
        },
      });
      flushSync(() =>
        this.#root?.render(
          <I18nextProvider i18n={createListI18n(data)}>
            <LiveList element={this} List={List} data={data} store={store} core={core} />
          </I18nextProvider>,
        ),
      );
      if (way !== null) this.querySelector<HTMLElement>(way)?.focus();
    }

    disconnectedCallback(): void {
      this.#root?.unmount();
      this.#root = null;
    }

    #giveUp(plain: DocumentFragment): void {
      this.#root?.unmount();
      this.#root = null;
      delete this.dataset['live'];
      this.removeAttribute('aria-busy');
      this.replaceChildren(plain);
    }
  }
  customElements.define('vitrine-list', FreshList);
}
