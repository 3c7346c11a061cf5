import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdNavigation, holdsEnded } from './holds.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whether a promise has ended by now. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  let ended = false;
  void promise.then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(0);
  return ended;
}

test('nothing on its way holds no navigation', async () => {
  expect(await hasEnded(holdsEnded(100))).toBe(true);
});

test('a navigation waits for work on its way, however it ends', async () => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  holdNavigation(first.promise);
  holdNavigation(second.promise);
  const ended = holdsEnded(1000);
  first.resolve();
  expect(await hasEnded(ended)).toBe(false);
  second.reject(new Error('lost'));
  expect(await hasEnded(ended)).toBe(true);
});

test('a navigation waits no longer than it was told', async () => {
  const never = Promise.withResolvers<void>();
  holdNavigation(never.promise);
  const ended = holdsEnded(100);
  await vi.advanceTimersByTimeAsync(99);
  expect(await hasEnded(ended)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await hasEnded(ended)).toBe(true);
  never.resolve();
});
