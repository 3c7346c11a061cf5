import type { ConsentPurpose } from '#engine/shared/consent.ts';
import type { ConsentAdapter } from './adapter.ts';

interface Waiting<Item> {
  readonly purpose: ConsentPurpose;
  readonly item: Item;
}

/**
 * Holds what needs consent until the visitor has answered (T3). Then everything whose purpose was agreed to is sent, each once and
 * in its order; everything else is dropped. After a withdrawal it holds again.
 */
export function createConsentQueue<Item>(
  adapter: ConsentAdapter,
  send: (item: Item) => void,
): { readonly add: (purpose: ConsentPurpose, item: Item) => void } {
  let waiting: Waiting<Item>[] = [];
  const flush = (): void => {
    if (!adapter.ready()) return;
    const items = waiting;
    waiting = [];
    for (const { purpose, item } of items) if (adapter.granted(purpose)) send(item);
  };
  adapter.onChange(flush);
  return {
    add(purpose, item) {
      waiting.push({ purpose, item });
      flush();
    },
  };
}
