import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Bytes of a page in Brotli when it is compressed as well as can be, in zlib's own threads; nothing of it is kept. */
export async function leastBytes(br: Buffer): Promise<number> {
  const text = await decompress(br);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return Math.min(br.length, (await compress(text, { params })).length);
}
