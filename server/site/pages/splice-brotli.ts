import { brotliCompressSync, constants } from 'node:zlib';

/** Maximum bytes of an uncompressed meta-block with a length of four nibbles (RFC 7932, 9.2). */
const MAX_BLOCK_BYTES = 65_536;

/** ISLAST and ISLASTEMPTY set: the end of a Brotli stream. */
const LAST_EMPTY_BLOCK = 0x03;

/** Compresses the constant beginning of a page up to a byte boundary, so that meta-blocks can follow. */
export function buildBrotliPrefix(page: Buffer, quality: number): Buffer {
  return brotliCompressSync(page, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

/**
 * A complete Brotli stream: prepared prefix, then `rest` uncompressed. Values of a visitor are never compressed together with the page, so the length of the
 * response reveals nothing about them (BREACH).
 */
export function spliceBrotli(prefix: Buffer, rest: Buffer): Buffer {
  return Buffer.concat([prefix, writeUncompressedBlocks(rest)]);
}

/** `bytes` uncompressed, and the end of the stream. */
export function writeUncompressedBlocks(bytes: Buffer): Buffer {
  const blocks = Math.ceil(bytes.length / MAX_BLOCK_BYTES);
  const stream = Buffer.allocUnsafe(bytes.length + blocks * 3 + 1);
  let at = 0;
  for (let from = 0; from < bytes.length; from += MAX_BLOCK_BYTES) {
    const length = Math.min(MAX_BLOCK_BYTES, bytes.length - from);
    // Bits, lowest first: ISLAST 0, MNIBBLES 00 (four), MLEN-1 in 16 bits, ISUNCOMPRESSED 1, padding to the byte.
    stream.writeUIntLE(((length - 1) << 3) | (1 << 19), at, 3);
    at += 3;
    at += bytes.copy(stream, at, from, from + length);
  }
  stream[at] = LAST_EMPTY_BLOCK;
  return stream;
}
