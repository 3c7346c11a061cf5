import { expect, test, vi } from 'vitest';
import { type ConsentService, createConsentAdapter } from './adapter.ts';
import { createConsentQueue } from './queue.ts';

class Page extends EventTarget {
  cmp?: ConsentService;
  /** As a vendor's script does it. */
  announce(granted: readonly string[] | null): void {
    this.cmp = {
      isInitialized: () => granted !== null,
      granted: (purpose) => granted?.includes(purpose) ?? false,
    };
    this.dispatchEvent(new Event('cmpStatusUpdate'));
  }
}

function queued() {
  const page = new Page();
  const adapter = createConsentAdapter(page);
  const sent: string[] = [];
  const queue = createConsentQueue<string>(adapter, (item) => sent.push(item));
  return { page, adapter, queue, sent };
}

test('a service that never answers lets nothing leave', () => {
  const { adapter, queue, sent } = queued();
  queue.add('statistics', 'a');
  expect([adapter.ready(), adapter.granted('statistics'), sent]).toEqual([false, false, []]);
});

test('a service that is there without having announced itself is not ready', () => {
  const { page, adapter } = queued();
  page.cmp = { isInitialized: () => true, granted: () => true };
  expect(adapter.ready()).toBe(false);
});

test('a service that comes late, and first without an answer, finds everything that waited', () => {
  const { page, adapter, queue, sent } = queued();
  queue.add('statistics', 'a');
  queue.add('marketing', 'b');
  page.announce(null);
  expect([adapter.ready(), sent]).toEqual([false, []]);
  page.announce(['statistics']);
  expect([adapter.ready(), sent]).toEqual([true, ['a']]);
});

test('a service that announces itself twice lets everything leave once', () => {
  const { page, queue, sent } = queued();
  queue.add('statistics', 'a');
  page.announce(['statistics']);
  page.announce(['statistics']);
  expect(sent).toEqual(['a']);
});

test('listeners are called for each answer', () => {
  const { page, adapter } = queued();
  const heard = vi.fn<() => void>();
  adapter.onChange(heard);
  page.announce([]);
  page.announce([]);
  expect(heard).toHaveBeenCalledTimes(2);
});
