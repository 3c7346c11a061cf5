import { constants, crc32, gzipSync } from 'node:zlib';

/** Longest stored block of a deflate stream (RFC 1951, 3.2.4). */
const LONGEST_BLOCK = 65_535;

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
  const blocks = Math.max(1, Math.ceil(rest.length / LONGEST_BLOCK));
  const stream = Buffer.allocUnsafe(prefix.bytes.length + rest.length + blocks * 5 + 8);
  let at = prefix.bytes.copy(stream, 0);
  for (let block = 0; block < blocks; block += 1) {
    const from = block * LONGEST_BLOCK;
    const length = Math.min(LONGEST_BLOCK, rest.length - from);
    stream[at] = block === blocks - 1 ? 1 : 0;
    stream.writeUInt16LE(length, at + 1);
    stream.writeUInt16LE(length ^ 0xffff, at + 3);
    at += 5;
    at += rest.copy(stream, at, from, from + length);
  }
  stream.writeUInt32LE(crc32(rest, prefix.crc), at);
  stream.writeUInt32LE((prefix.length + rest.length) % 2 ** 32, at + 4);
  return stream;
}
