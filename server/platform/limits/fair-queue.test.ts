import { expect, test } from 'vitest';
import { isUnavailableError } from '#engine/shared/errors.ts';
import { FairQueue, type QueuedFor } from './fair-queue.ts';

const limits = { concurrent: 1, perNetwork: 3, total: 6, timeoutMs: 60_000 };

/** A queue whose work ends when it is made to, and what became of whom, in that order. */
function queue() {
  const fair = new FairQueue(limits);
  const done: string[] = [];
  let finish = (): void => undefined;
  const add = (network: string, name: string, more: Partial<QueuedFor> = {}): void => {
    const sender = { network, isKnown: false, isGone: () => false, ...more };
    const work = (): Promise<void> => {
      done.push(name);
      return new Promise((resolve) => (finish = resolve));
    };
    fair.run(sender, work).catch((error: unknown) => isUnavailableError(error) && done.push(`${name} refused`));
  };
  const rest = async (): Promise<readonly string[]> => {
    for (let turn = 0; turn < 20; turn += 1) {
      finish();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return done;
  };
  return { add, rest, done };
}

test('networks take turns, and who asks for more waits behind themselves', async () => {
  const { add, rest } = queue();
  add('203.0.113.1', 'running');
  for (const name of ['a1', 'a2', 'a3']) add('192.0.2.1', name);
  add('198.51.100.1', 'b');
  add('10.0.0.1', 'c');
  expect(await rest()).toEqual(['running', 'a1', 'b', 'c', 'a2', 'a3']);
});

test('a block of addresses has one turn at a time, and the addresses in it take turns', async () => {
  const { add, rest } = queue();
  add('203.0.113.1', 'running');
  for (const name of ['a1', 'a2']) add('192.0.2.1', name);
  for (const name of ['b1', 'b2']) add('192.0.2.2', name);
  add('198.51.100.1', 'c');
  expect(await rest()).toEqual(['running', 'a1', 'c', 'b1', 'a2', 'b2']);
});

test('A known network goes first, however many unknown ones wait', async () => {
  const { add, rest } = queue();
  for (let number = 0; number < 7; number += 1) add(`10.0.${number}.1`, `stranger ${number}`);
  add('192.0.2.1', 'known', { isKnown: true });
  expect((await rest()).slice(0, 2)).toEqual(['stranger 0', 'known']);
});

test('Requests beyond the queue are refused at once: the last of the network with most, or one with as many', async () => {
  const { add, rest, done } = queue();
  add('203.0.113.1', 'running');
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('192.0.2.1', name);
  for (const name of ['b1', 'b2', 'b3']) add('198.51.100.1', name);
  add('10.0.0.1', 'honest');
  add('10.0.0.1', 'honest too');
  add('10.0.0.1', 'too many');
  await new Promise((resolve) => setImmediate(resolve));
  expect(done.filter((name) => name.endsWith('refused')).toSorted()).toEqual([
    'a3 refused',
    'a4 refused',
    'b3 refused',
    'too many refused',
  ]);
  expect(await rest()).toEqual(expect.arrayContaining(['honest', 'honest too', 'a1', 'a2', 'b1', 'b2']));
});

test('Work without a waiting caller is dropped before it begins', async () => {
  const { add, rest } = queue();
  add('203.0.113.1', 'running');
  add('192.0.2.1', 'gone', { isGone: () => true });
  add('192.0.2.2', 'here');
  expect((await rest()).toSorted()).toEqual(['gone refused', 'here', 'running']);
});
