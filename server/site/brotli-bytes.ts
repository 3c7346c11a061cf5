import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Bytes of a text in Brotli, as well as it can be compressed; in zlib's own threads, and nothing of it is kept. */
export async function brotliBytes(text: Buffer): Promise<number> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return (await compress(text, { params })).length;
}

/** Bytes of a page that is compressed, when that is done as well as can be. */
async function leastBytes(br: Buffer): Promise<number> {
  return Math.min(br.length, await brotliBytes(await decompress(br)));
}

/** Pages that are compressed as well as can be before others are estimated by them. */
const SAMPLES = 3;

/** An estimate is taken where a page may also shrink by this much less without being over its budget. */
const MARGIN = 1.02;

/**
 * Says what pages of one site weigh when they are compressed as well as can be, which takes 50 times as long as doing it quickly. Pages
 * of a site shrink alike: once some are known, only those are compressed that may be over the budget all the same.
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
