import { expect, test } from 'vitest';
import { runLimited } from './run-limited.ts';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('no more than the allowed number of items is worked on at once, and all are done', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await runLimited([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await turn();
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(2);
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5]);
});

test('after an error no further item is started, and what was under way has ended before the error is reported', async () => {
  const events: string[] = [];
  const run = runLimited([1, 2, 3, 4], 2, async (item) => {
    events.push(`start ${item}`);
    if (item === 1) throw new Error('broken');
    await turn();
    events.push(`end ${item}`);
  });
  await expect(run).rejects.toThrow('broken');
  expect(events).toEqual(['start 1', 'start 2', 'end 2']);
});
