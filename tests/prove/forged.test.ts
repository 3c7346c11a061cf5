import { expect, test } from 'vitest';
import { examine } from './forged.ts';

test('visitors with forged cookies change no result, and no more of one network count than may', async () => {
  const { broken, found } = await examine({ forged: 60, honest: 60, crowd: 150, perMinute: 60 });
  expect(broken).toEqual([]);
  expect(Object.fromEntries(found)).toMatchObject({ 'Forged visitors': 60, 'Results after them': 'the same' });
}, 60_000);
