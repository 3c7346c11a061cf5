import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { createLeastBytes } from './brotli-bytes.ts';

const PLENTY = 1_000_000;

function compressQuickly(lines: number): Buffer {
  const text = Array.from({ length: lines }, (_, index) => `<p>${(index * 7919) % 1009} of ${index % 97}</p>`).join('');
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
}

test('Once three pages are weighed exactly, others are estimated by the one that shrank least, unless they may be over their budget', async () => {
  const least = createLeastBytes();
  const shares: number[] = [];
  for (const lines of [200, 300, 400]) {
    const br = compressQuickly(lines);
    shares.push((await least(br, PLENTY)) / br.length);
  }
  expect(Math.max(...shares)).toBeLessThan(1);

  // What cannot be decompressed shows that it is not.
  const unread = Buffer.alloc(10_000);
  const estimate = Math.round(10_000 * Math.max(...shares));
  expect(await least(unread, PLENTY)).toBe(estimate);
  expect(await least(unread, Math.ceil(estimate * 1.02))).toBe(estimate);
  await expect(least(unread, estimate + 1)).rejects.toThrow('ecompression failed');
});
