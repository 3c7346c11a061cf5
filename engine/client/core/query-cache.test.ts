import { parse } from 'graphql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AsyncState } from '#engine/block-kit/async-state.ts';
import { CACHE_CLEAN_DELAY_MS } from './constants.ts';
import { createQueryCache } from './query-cache.ts';

const document = parse('query a { a }');

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets promises go on while the clock stands still. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

type Ask = (document: unknown, variables: unknown) => Promise<unknown>;

/** Reads a query until it is answered. */
async function read(cache: ReturnType<typeof createQueryCache>, variables = {}): Promise<() => void> {
  const states: AsyncState<unknown>[] = [];
  const end = cache.watch(document, variables, (state) => states.push(state));
  await until(() => states.at(-1)?.status === 'success');
  return end;
}

test('A reader gets the result of its query', async () => {
  const answers = [() => Promise.reject(new Error('lost')), () => Promise.resolve('here')];
  const cache = createQueryCache(async () => answers.shift()?.());
  const first: string[] = [];
  const second: string[] = [];
  cache.watch(document, {}, ({ status }) => first.push(status));
  await until(() => first.length === 2);
  expect(first).toEqual(['pending', 'error']);
  // The next reader asks again, for all.
  cache.watch(document, {}, ({ status }) => second.push(status));
  await until(() => second.length === 2);
  expect(first).toEqual(['pending', 'error', 'pending', 'success']);
  expect(second).toEqual(['pending', 'success']);
});

test('Refetching queries with readers sends one request after the pending response, and none for queries without readers', async () => {
  const asked: unknown[] = [];
  const held = Promise.withResolvers<string>();
  const answers = [held.promise, Promise.resolve('second')];
  const cache = createQueryCache((_document, _variables, how) => {
    asked.push(how);
    return answers.shift() ?? Promise.resolve('later');
  });
  await cache.again(document, {}, { unattended: true });
  expect(asked).toEqual([]);
  const states: AsyncState<unknown>[] = [];
  cache.watch(document, {}, (state) => states.push(state));
  await until(() => states.length === 1);
  await cache.again(document, {}, { unattended: true });
  await cache.again(document, {}, { unattended: true });
  held.resolve('first');
  await until(() => states.length === 4);
  expect(states.map((state) => ('data' in state ? state.data : state.status))).toEqual([
    'pending',
    'first',
    'pending',
    'second',
  ]);
  expect(asked).toEqual([{}, { unattended: true }]);
});

test('readers of the same query share one request; other variables are another query', async () => {
  const ask = vi.fn<Ask>(async () => 'here');
  const cache = createQueryCache(ask);
  await Promise.all([read(cache, { b: 1 }), read(cache, { b: 1 }), read(cache, { b: 2 })]);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('A result is cached while it has readers, and a moment longer', async () => {
  const ask = vi.fn<Ask>(async () => 'here');
  const cache = createQueryCache(ask);
  const ends = [await read(cache), await read(cache)];
  ends[0]?.();
  vi.advanceTimersByTime(CACHE_CLEAN_DELAY_MS);
  ends[1]?.();
  vi.advanceTimersByTime(CACHE_CLEAN_DELAY_MS - 1);
  const end = await read(cache);
  vi.advanceTimersByTime(CACHE_CLEAN_DELAY_MS);
  expect(ask).toHaveBeenCalledTimes(1);
  end();
  vi.advanceTimersByTime(CACHE_CLEAN_DELAY_MS);
  await read(cache);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('A refetch gets a fresh result, and so do all readers of the same query', async () => {
  const answers = ['first', 'second'];
  const cache = createQueryCache(async () => answers.shift());
  await read(cache);
  const states: AsyncState<unknown>[] = [];
  cache.watch(document, {}, (state) => states.push(state), { fresh: true });
  await until(() => states.length === 2);
  expect(states).toEqual([{ status: 'pending' }, { status: 'success', data: 'second' }]);
});

test('A reader that unsubscribed before the response gets nothing more', async () => {
  const answer = Promise.withResolvers<string>();
  const cache = createQueryCache(() => answer.promise);
  const gone = vi.fn<() => void>();
  const end = cache.watch(document, {}, gone);
  const stays: string[] = [];
  cache.watch(document, {}, ({ status }) => stays.push(status));
  await until(() => stays.length === 1);
  const calls = gone.mock.calls.length;
  end();
  answer.resolve('here');
  await until(() => stays.length === 2);
  expect(gone).toHaveBeenCalledTimes(calls);
});

test('a page that cannot hash reports that a query failed', async () => {
  vi.stubGlobal('crypto', {});
  const states: string[] = [];
  createQueryCache(async () => 'here').watch(document, {}, ({ status }) => states.push(status));
  await until(() => states.length === 1);
  expect(states).toEqual(['error']);
});

test('A page that cannot hash reports nothing to readers that unsubscribed', async () => {
  vi.stubGlobal('crypto', {});
  const cache = createQueryCache(async () => 'here');
  const gone = vi.fn<() => void>();
  cache.watch(document, {}, gone)();
  await new Promise<void>((resolve) => void cache.watch(document, {}, () => resolve()));
  expect(gone).not.toHaveBeenCalled();
});
