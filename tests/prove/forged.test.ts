import { expect, test } from 'vitest';
import { examine } from './forged.ts';

test('visitors with forged cookies change no result, and no more of one network count than may', async () => {
  const { broken, found } = await examine({ forged: 20, honest: 36, crowd: 90, perMinute: 40 });
  expect(broken).toEqual([]);
  expect(Object.fromEntries(found)).toMatchObject({ 'Forged visitors': 20, 'Results after them': 'the same' });
}, 60_000);
