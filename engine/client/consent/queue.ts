import type { ConsentPurpose } from '#engine/shared/consent.ts';
import type { ConsentAdapter } from './adapter.ts';

interface Waiting<Item> {
  readonly purpose: ConsentPurpose;
  readonly item: Item;
}

/**
 * Queues items until the visitor has chosen (T3). Then items with a granted purpose are sent once, in order, and all others are dropped.
 * After a withdrawal it queues again.
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
