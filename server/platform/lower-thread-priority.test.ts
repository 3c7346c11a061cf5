import { getPriority } from 'node:os';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { lowerThreadPriority } from './lower-thread-priority.ts';

const url = new URL('./lower-thread-priority.ts', import.meta.url).href;

test.runIf(process.platform === 'linux')(
  'A worker thread gives way to the main thread, whose priority stays as it is',
  async () => {
    const before = getPriority();
    const code = `import(${JSON.stringify(url)}).then(({ lowerThreadPriority }) => {
      lowerThreadPriority();
      require('node:worker_threads').parentPort.postMessage(require('node:os').getPriority(0));
    });`;
    const [priority] = (await once(new Worker(code, { eval: true }), 'message')) as [number];
    expect(priority).toBe(10);
    expect(getPriority()).toBe(before);
  },
);

test('The main thread is refused', () => {
  expect(lowerThreadPriority).toThrow('Only a worker thread');
});
