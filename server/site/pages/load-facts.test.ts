import { afterEach, expect, test, vi } from 'vitest';
import type { Match } from '#engine/decide/types.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { createLoadFacts, type FactLoaders } from './load-facts.ts';

const match: Match = { kind: 'claimed', prefix: null, path: '/X', query: '', needs: ['code', 'session', 'code'] };
const visitor = { network: '192.0.2.1' };
const valid = { state: 'valid', inviterName: null, landing: null } as const;
const nobody = { state: 'none' } as const;

afterEach(() => vi.restoreAllMocks());

function loadFacts(factLoaders: FactLoaders, timeoutMs?: number) {
  const failures: string[] = [];
  const found = createLoadFacts(
    factLoaders,
    {},
    (need) => failures.push(need),
    timeoutMs,
  )(match, makeFacts({}), visitor);
  return { found, failures };
}

test('what is known is answered at once, without a timer, and asked for once', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const code = vi.fn<() => typeof valid>(() => valid);
  expect(loadFacts({ code, session: () => nobody }).found).toEqual({ code: valid, session: nobody });
  expect(code).toHaveBeenCalledOnce();
  expect(timer).not.toHaveBeenCalled();
});

test('what is known waits for what must be asked for', async () => {
  const { found } = loadFacts({ code: () => valid, session: () => Promise.resolve(nobody) });
  expect(found).toBeInstanceOf(Promise);
  expect(await found).toEqual({ code: valid, session: nobody });
});

test('a look-up that throws, rejects or takes too long is unknown, and the others are answered', async () => {
  const { found, failures } = loadFacts({
    code: () => {
      throw new Error('a bug');
    },
    session: () => nobody,
  });
  expect([found, failures]).toEqual([{ code: { state: 'unknown' }, session: nobody }, ['code']]);
  const late = loadFacts(
    { code: () => new Promise(() => undefined), session: () => Promise.reject(new Error('down')) },
    1,
  );
  expect(await late.found).toEqual({ code: { state: 'unknown' }, session: { state: 'unknown' } });
  expect(late.failures.toSorted()).toEqual(['code', 'session']);
});
