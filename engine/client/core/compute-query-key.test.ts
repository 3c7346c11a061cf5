import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { computeQueryKey } from './compute-query-key.ts';

test('a query is named by the first ten characters of the SHA-256 over its document and variables', async () => {
  const whole = createHash('sha256').update('["{ a }",{"b":1}]').digest('hex');
  expect(await computeQueryKey('{ a }', { b: 1 })).toBe(whole.slice(0, 10));
  expect(await computeQueryKey('{ a }', { b: 2 })).not.toBe(whole.slice(0, 10));
});
