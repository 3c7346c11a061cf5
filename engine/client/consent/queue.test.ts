import { expect, test } from 'vitest';
import type { ConsentPurpose } from '#engine/shared/consent.ts';
import type { ConsentAdapter } from './adapter.ts';
import { createConsentQueue } from './queue.ts';

function adapter() {
  let answer: readonly ConsentPurpose[] | null = null;
  const listeners = new Set<() => void>();
  const consent: ConsentAdapter = {
    ready: () => answer !== null,
    granted: (purpose) => answer?.includes(purpose) ?? false,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const reply = (granted: readonly ConsentPurpose[] | null): void => {
    answer = granted;
    for (const listener of listeners) listener();
  };
  return { consent, reply };
}

test('nothing leaves before the visitor has answered; then everything agreed to leaves once, in its order', () => {
  const { consent, reply } = adapter();
  const sent: string[] = [];
  const queue = createConsentQueue<string>(consent, (item) => sent.push(item));
  queue.add('statistics', 'a');
  queue.add('marketing', 'b');
  queue.add('statistics', 'c');
  expect(sent).toEqual([]);
  reply(['statistics']);
  reply(['statistics']);
  expect(sent).toEqual(['a', 'c']);
});

test('Refused events are dropped permanently, even when the visitor agrees later', () => {
  const { consent, reply } = adapter();
  const sent: string[] = [];
  const queue = createConsentQueue<string>(consent, (item) => sent.push(item));
  queue.add('marketing', 'a');
  reply([]);
  reply(['marketing']);
  queue.add('marketing', 'b');
  expect(sent).toEqual(['b']);
});

test('after a withdrawal events wait again', () => {
  const { consent, reply } = adapter();
  const sent: string[] = [];
  const queue = createConsentQueue<string>(consent, (item) => sent.push(item));
  reply(['statistics']);
  queue.add('statistics', 'a');
  reply(null);
  queue.add('statistics', 'b');
  expect(sent).toEqual(['a']);
  reply(['statistics']);
  expect(sent).toEqual(['a', 'b']);
});

test('an event that is caused by sending another one is neither lost nor doubled', () => {
  const { consent, reply } = adapter();
  const sent: string[] = [];
  const queue = createConsentQueue<string>(consent, (item) => {
    sent.push(item);
    if (item === 'a') queue.add('statistics', 'from a');
  });
  queue.add('statistics', 'a');
  queue.add('statistics', 'b');
  reply(['statistics']);
  expect(sent.toSorted()).toEqual(['a', 'b', 'from a']);
});
