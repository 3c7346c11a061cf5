import { constants, crc32, gzipSync } from 'node:zlib';

/** Longest stored block of a deflate stream (RFC 1951, 3.2.4). */
const MAX_BLOCK_BYTES = 65_535;

/** A gzip stream without its end, and what its end depends on. */
export interface GzipPrefix {
  readonly bytes: Buffer;
  /** CRC-32 of the uncompressed prefix. */
  readonly crc: number;
  /** Length of the uncompressed prefix in bytes. */
  readonly length: number;
}

/** Compresses the constant beginning of a page and ends at a byte boundary, so that stored blocks can follow. */
export function gzipPrefix(page: Buffer, level: number): GzipPrefix {
  const bytes = gzipSync(page, { level, finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes, crc: crc32(page), length: page.length };
}

/** A whole gzip stream (RFC 1952): the ready prefix, then `rest` in stored blocks, then the trailer over both. */
export function spliceGzip(prefix: GzipPrefix, rest: Buffer): Buffer {
  return Buffer.concat([prefix.bytes, storedBlocks(rest, prefix.crc, prefix.length)]);
}

/** `bytes` as they are, and the end of a stream whose content so far has this checksum and length. */
export function storedBlocks(bytes: Buffer, crc: number, before: number): Buffer {
  const blocks = Math.max(1, Math.ceil(bytes.length / MAX_BLOCK_BYTES));
  const stream = Buffer.allocUnsafe(bytes.length + blocks * 5 + 8);
  let at = 0;
  for (let block = 0; block < blocks; block += 1) {
    const from = block * MAX_BLOCK_BYTES;
    const length = Math.min(MAX_BLOCK_BYTES, bytes.length - from);
    stream[at] = block === blocks - 1 ? 1 : 0;
    stream.writeUInt16LE(length, at + 1);
    stream.writeUInt16LE(length ^ 0xffff, at + 3);
    at += 5;
    at += bytes.copy(stream, at, from, from + length);
  }
  stream.writeUInt32LE(crc32(bytes, crc), at);
  stream.writeUInt32LE((before + bytes.length) % 2 ** 32, at + 4);
  return stream;
}
