import { constants, crc32, gzipSync } from 'node:zlib';

/** Maximum bytes of a stored block of a deflate stream (RFC 1951, 3.2.4). */
const MAX_BLOCK_BYTES = 65_535;

/** A gzip stream without its trailer, and the inputs of the trailer. */
export interface GzipPrefix {
  readonly bytes: Buffer;
  /** CRC-32 of the uncompressed prefix. */
  readonly crc: number;
  /** Length of the uncompressed prefix in bytes. */
  readonly length: number;
}

/** Compresses the constant beginning of a page up to a byte boundary, so that stored blocks can follow. */
export function buildGzipPrefix(page: Buffer, level: number): GzipPrefix {
  const bytes = gzipSync(page, { level, finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes, crc: crc32(page), length: page.length };
}

/** A complete gzip stream (RFC 1952): prepared prefix, then `rest` in stored blocks, then the trailer over both. */
export function spliceGzip(prefix: GzipPrefix, rest: Buffer): Buffer {
  return Buffer.concat([prefix.bytes, writeStoredBlocks(rest, prefix.crc, prefix.length)]);
}

/** `bytes` in stored blocks, and the trailer of a stream with this checksum and length so far. */
export function writeStoredBlocks(bytes: Buffer, crc: number, before: number): Buffer {
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
