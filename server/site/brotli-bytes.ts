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
export async function leastBytes(br: Buffer): Promise<number> {
  return Math.min(br.length, await brotliBytes(await decompress(br)));
}
