import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchEventLoop } from './event-loop.ts';

test('work that keeps the event loop shows as delay', async () => {
  const watch = watchEventLoop();
  const until = performance.now() + 30_000;
  while (watch.delay() === 0 && performance.now() < until) {
    const busy = performance.now() + 150;
    while (performance.now() < busy);
    await sleep(1);
  }
  expect(watch.delay()).toBeGreaterThan(0);
  watch.close();
});
