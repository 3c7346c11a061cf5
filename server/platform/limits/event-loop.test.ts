import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchEventLoop } from './event-loop.ts';

function keepBusy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

test('work that keeps keeping the event loop shows as delay', async () => {
  const watch = watchEventLoop();
  const until = performance.now() + 30_000;
  while (watch.delay() === 0 && performance.now() < until) {
    keepBusy(150);
    await sleep(1);
  }
  expect(watch.delay()).toBeGreaterThan(0);
  watch.close();
});

test('One long task does not cause load shedding', async () => {
  const watch = watchEventLoop();
  await sleep(100);
  keepBusy(1_500);
  const delays: number[] = [];
  for (let tick = 0; tick < 30; tick += 1) {
    await sleep(100);
    delays.push(watch.delay());
  }
  expect(Math.max(...delays)).toBeLessThan(500);
  watch.close();
});
