import { afterEach, expect, test, vi } from 'vitest';
import { follow } from './follow.ts';

afterEach(() => vi.useRealTimers());

/** Follows a number; no time passes but by `vi`. */
async function following() {
  vi.useFakeTimers();
  const state = { now: 1 };
  const seen: number[] = [];
  let wake = (): void => undefined;
  let looks = 0;
  const end = await follow({
    look: async () => {
      looks += 1;
      return state.now;
    },
    getName: String,
    known: '0',
    onChange: (now) => void seen.push(now),
    onFailure: () => undefined,
    listen(look) {
      wake = look;
      return () => (wake = () => undefined);
    },
  });
  return { state, seen, wake: () => wake(), looks: () => looks, end };
}

test('a change is seen at once when it is announced, and at the next look when it is not', async () => {
  const { state, seen, wake, end } = await following();
  state.now = 2;
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual([1, 2]);
  state.now = 3;
  await vi.advanceTimersByTimeAsync(400);
  expect(seen).toEqual([1, 2, 3]);
  await end();
});

test('what is announced many times is looked at once, and not at all after the end', async () => {
  const { wake, looks, end } = await following();
  for (let time = 0; time < 5; time += 1) wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(looks()).toBe(2);
  await end();
  wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks()).toBe(2);
});
