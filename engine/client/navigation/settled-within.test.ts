import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { navigateDelay, waitUntilSettled } from './settled-within.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whether a promise has ended by now. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  let ended = false;
  void promise.then(() => (ended = true));
  await vi.advanceTimersByTimeAsync(0);
  return ended;
}

const never = new Promise<void>(() => {});

test('a page that needs nothing is not waited for', async () => {
  expect(await hasEnded(waitUntilSettled([]))).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('a navigation waits for all its page needs, however that ends, and no longer', async () => {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const settled = waitUntilSettled([first.promise, second.promise]);
  first.resolve();
  expect(await hasEnded(settled)).toBe(false);
  second.reject(new Error('lost'));
  expect(await hasEnded(settled)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['100 ms by default', undefined, 100],
  ['as long as it is asked to', 300, 300],
  ['1000 ms at most', 5_000, 1_000],
])('a navigation waits %s', async (_title, delay, waits) => {
  const settled = waitUntilSettled([never], delay);
  await vi.advanceTimersByTimeAsync(waits - 1);
  expect(await hasEnded(settled)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await hasEnded(settled)).toBe(true);
});

test('the delays are those of the source', () => {
  expect(navigateDelay).toEqual({ defaultMs: 100, maxMs: 1_000 });
});
