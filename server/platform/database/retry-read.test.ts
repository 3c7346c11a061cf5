import { expect, test } from 'vitest';
import { retryRead } from './retry-read.ts';

const reading = (...errors: readonly Error[]) => {
  const left = [...errors];
  let asked = 0;
  return {
    read: async () => {
      asked += 1;
      const error = left.shift();
      if (error !== undefined) throw error;
      return 'found';
    },
    asked: () => asked,
  };
};
const broken = () => new Error('Connection terminated unexpectedly');

test('what was asked over a broken connection is asked again over another one', async () => {
  const { read, asked } = reading(broken(), Object.assign(new Error('read'), { code: 'ECONNRESET' }));
  expect(await retryRead(read)).toBe('found');
  expect(asked()).toBe(3);
});

test('connections that are all broken are no reason to go on for ever', async () => {
  const { read, asked } = reading(broken(), broken(), broken(), broken());
  await expect(retryRead(read)).rejects.toThrow('Connection terminated');
  expect(asked()).toBe(3);
});

test('a server that cannot be reached, or refuses the statement, is not asked again', async () => {
  const { read, asked } = reading(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  await expect(retryRead(read)).rejects.toThrow('refused');
  expect(asked()).toBe(1);
});

test('connections that break together count as one: the others have left the pool before another is taken', async () => {
  let idle = 5;
  // What has ended is reported in the same turn of the event loop, one connection after the other.
  setImmediate(() => (idle = 0));
  const read = async () => {
    idle -= 1;
    if (idle >= 0) throw broken();
    return 'found';
  };
  expect(await retryRead(read)).toBe('found');
});
