import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Size of a text with the best Brotli quality; runs in zlib's threads. */
export async function measureBrotli(text: Buffer): Promise<number> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return (await compress(text, { params })).length;
}

/** Size of a compressed page when recompressed with the best quality. */
async function leastBytes(br: Buffer): Promise<number> {
  return Math.min(br.length, await measureBrotli(await decompress(br)));
}

/** Pages that are compressed fully before others are estimated. */
const SAMPLES = 3;

/** Safety margin of estimates against the budget. */
const MARGIN = 1.02;

/**
 * Sizes of a site's pages with the best compression, which is 50 times as slow as a fast one. Pages of a site compress alike: after some samples, only
 * pages that might exceed the budget are compressed fully.
 */
export function createLeastBytes(): (br: Buffer, budget: number) => Promise<number> {
  let [sampled, share] = [0, 0];
  return async (br, budget) => {
    const estimate = Math.round(br.length * share);
    if (sampled >= SAMPLES && estimate * MARGIN <= budget) return estimate;
    const bytes = await leastBytes(br);
    sampled += 1;
    share = Math.max(share, bytes / br.length);
    return bytes;
  };
}
