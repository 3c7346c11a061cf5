import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_WORK_FALLBACK_MS } from './constants.ts';
import { whenIdle } from './when-idle.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('idle work waits until the browser says that it is idle', () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  const work = vi.fn<() => void>();
  whenIdle(work);
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
  for (const begin of idle) begin();
  expect(work).toHaveBeenCalledOnce();
});

test('idle work is done soon in a browser that cannot say when it is idle', () => {
  const work = vi.fn<() => void>();
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(IDLE_WORK_FALLBACK_MS);
  expect(work).toHaveBeenCalledOnce();
});
