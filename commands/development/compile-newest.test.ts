import { expect, test } from 'vitest';
import { compileNewest } from './compile-newest.ts';

test('a page that fails while its code is corrected is compiled again, and one that fails with the newest code fails', async () => {
  const refreshes = { count: 0 };
  const halfWritten = new Error('Half written.');
  const compiled = compileNewest(refreshes, (refresh) => {
    if (refresh > 0) return Promise.resolve(`after ${refresh}`);
    refreshes.count += 1;
    return Promise.reject(halfWritten);
  });
  await expect(compiled).resolves.toBe('after 1');
  await expect(compileNewest(refreshes, () => Promise.reject(halfWritten))).rejects.toBe(halfWritten);
});
