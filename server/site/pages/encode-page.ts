import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  type BrotliOptions,
  constants,
  gzipSync,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { InternalError } from '#engine/shared/errors.ts';
import type { Encoding } from './choose-encoding.ts';
import {
  fillParts,
  fillTail,
  type PageShape,
  type PageSource,
  restorePageSource,
  toUtf8,
  type Values,
} from './page-source.ts';
import { buildBrotliPrefix, spliceBrotli } from './splice-brotli.ts';
import type { Skeletons } from './skeletons.ts';
import { buildGzipPrefix, spliceGzip, type GzipPrefix } from './splice-gzip.ts';

/** `none` for development, `quick` for builds and first responses, `best` for later ones. */
export type Effort = 'none' | 'quick' | 'best';

/** Brotli quality. */
export const BROTLI_QUALITY = { none: 0, quick: 5, best: 11 } as const;

/** gzip level; higher ones take longer for little gain. */
const GZIP_LEVEL = 6;
const QUICK_GZIP_LEVEL = 1;

/** For pages with holes that are compressed per request, until their parts are prepared: speed matters more than size. */
const PER_REQUEST = { brotli: 4, gzip: 4 } as const;

/** A page in Brotli, which nearly all clients accept; plain data, to be passed between threads or stored on disk. */
export interface EncodedPage {
  /** The page without values in its holes. */
  readonly br: Buffer;
  /** The page before its tail, for requests with one; `null` without a tail, or with a hole before it. */
  readonly prefix: PagePrefix | null;
  /** Uncompressed, for a page that is sent once. */
  readonly plain?: Buffer;
}

/** Position of the tail; the part before it is compressed so that anything can follow. */
export interface PagePrefix {
  /** Bytes of the compressed part. */
  readonly br: number;
  /** Bytes of the uncompressed part. */
  readonly text: number;
}

/** Input of the compression. */
export interface EncodeJob {
  /** The page with empty holes. */
  readonly text: Buffer;
  /** Bytes before the tail, where anything can follow; `null` without a tail, or with a hole before it. */
  readonly beforeTail: number | null;
}

/** @param toBytes encodes a text as UTF-8 */
export function createEncodeJob({ parts, tail, end }: PageSource, toBytes = toUtf8): EncodeJob {
  const ending = toBytes(end);
  const texts = parts.filter((part) => typeof part === 'string');
  const text = Buffer.concat([...texts.map(toBytes), ending]);
  const hasHoles = texts.length < parts.length;
  const beforeTail = tail.length > 0 && !hasHoles ? text.length - ending.length : null;
  return { text, beforeTail };
}

/** Hash of the content, independent of compression and release. */
export function hashJob({ text, beforeTail }: EncodeJob): string {
  return `${hash('sha256', text, 'hex')}-${beforeTail ?? 'whole'}`;
}

export function encode({ text, beforeTail }: EncodeJob, effort: Effort): EncodedPage {
  const quality = BROTLI_QUALITY[effort];
  if (beforeTail === null) return { br: compressBrotli(text, quality), prefix: null };
  const start = buildBrotliPrefix(text.subarray(0, beforeTail), quality);
  return { br: spliceBrotli(start, text.subarray(beforeTail)), prefix: { br: start.length, text: beforeTail } };
}

/** `encode` on the thread pool; a page with a tail is compressed synchronously. */
export async function encodeInPool(job: EncodeJob, effort: Effort): Promise<EncodedPage> {
  if (job.beforeTail !== null) return encode(job, effort);
  const compressed = await compressInPool(job.text, brotliOptions(job.text, BROTLI_QUALITY[effort]));
  return { br: Buffer.from(compressed), prefix: null };
}

const compressInPool = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress);

/** The page in the best compression. */
export function encodeBest({ br, prefix }: EncodedPage): EncodedPage {
  return encode({ text: brotliDecompressSync(br), beforeTail: prefix?.text ?? null }, 'best');
}

/** For a page that is sent once: an encoding is created on demand, with fast compression. */
export function encodeOnDemand(source: PageSource): EncodedPage {
  const job = createEncodeJob(source);
  let made: EncodedPage | undefined;
  const encoded = (): EncodedPage => (made ??= encode(job, 'none'));
  const prefix = job.beforeTail !== null && {
    text: job.beforeTail,
    get br() {
      return encoded().prefix?.br ?? 0;
    },
  };
  return {
    get br() {
      return encoded().br;
    },
    prefix: prefix || null,
    plain: job.text,
  };
}

/** Buffers arrive from worker threads as plain byte arrays. */
export function asBuffers({ br, prefix }: EncodedPage): EncodedPage {
  return { br: Buffer.from(br.buffer, br.byteOffset, br.byteLength), prefix };
}

/** Memory of an encoded page in bytes. */
export const getEncodedSize = ({ br }: EncodedPage): number => br.length;

export function buildSharedBody(encoded: EncodedPage, encoding: Encoding): Buffer {
  if (encoding === 'br') return encoded.br;
  return encoding === 'gzip' ? gzipped(encoded).whole : unpacked(encoded);
}

/** Maximum total bytes of cached uncompressed pages, and of cached gzip pages. */
const MAX_UNCOMPRESSED_BYTES = 16 * 1024 * 1024;
const MAX_GZIP_BYTES = 16 * 1024 * 1024;

/** By Brotli page. */
const encodings = new LRUCache<EncodedPage, Buffer>({
  maxSize: MAX_UNCOMPRESSED_BYTES,
  sizeCalculation: ({ length }) => length,
});
const cachedGzip = new LRUCache<EncodedPage, GzippedPage>({
  maxSize: MAX_GZIP_BYTES,
  sizeCalculation: ({ whole }) => whole.length,
});

/**
 * The uncompressed page. Rarely requested, so it is not stored with each page; but cached, because such clients often repeat requests: a compressing proxy,
 * a health check, a flood.
 */
function unpacked(encoded: EncodedPage): Buffer {
  let text = encoded.plain ?? encodings.get(encoded);
  if (text === undefined) {
    text = brotliDecompressSync(encoded.br);
    encodings.set(encoded, text);
  }
  return text;
}

interface GzippedPage {
  readonly whole: Buffer;
  /** A slice of the whole. */
  readonly prefix: GzipPrefix | null;
}

/** Cached: browsers accept Brotli, and other clients often repeat requests. */
function gzipped(encoded: EncodedPage): GzippedPage {
  if (encoded.plain !== undefined) return gzipPage(encoded.plain, encoded.prefix, QUICK_GZIP_LEVEL);
  let page = cachedGzip.get(encoded);
  if (page === undefined) {
    page = gzipPage(brotliDecompressSync(encoded.br), encoded.prefix, GZIP_LEVEL);
    cachedGzip.set(encoded, page);
  }
  return page;
}

function gzipPage(text: Buffer, prefix: PagePrefix | null, level: number): GzippedPage {
  if (prefix === null) return { whole: gzipSync(text, { level }), prefix: null };
  const start = buildGzipPrefix(text.subarray(0, prefix.text), level);
  const whole = spliceGzip(start, text.subarray(prefix.text));
  return { whole, prefix: { ...start, bytes: whole.subarray(0, start.bytes.length) } };
}

/** The source of a page, from its encoding. */
function readSource({ encoded, shape }: Pick<PersonalPage, 'encoded' | 'shape'>): PageSource {
  return restorePageSource(shape, unpacked(encoded));
}

/** The page with a visitor's values. */
export function buildPersonalBody(page: PersonalPage, values: Values, encoding: Encoding): Buffer {
  const { encoded, shape, skeletons } = page;
  const rest = fillTail(shape, values);
  if (encoded.prefix !== null) return filledTail(encoded, encoded.prefix, Buffer.from(rest), encoding);
  const ready = skeletons?.fill(() => readSource(page), values, rest, encoding);
  if (ready) return ready;
  const text = Buffer.from(fillParts(readSource(page), values) + rest);
  if (encoding === 'identity') return text;
  return encoding === 'br' ? compressBrotli(text, PER_REQUEST.brotli) : gzipSync(text, { level: PER_REQUEST.gzip });
}

/** The part before the tail is prepared; only `rest` depends on the visitor. */
function filledTail(encoded: EncodedPage, prefix: PagePrefix, rest: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return spliceBrotli(encoded.br.subarray(0, prefix.br), rest);
  if (encoding === 'identity') return Buffer.concat([unpacked(encoded).subarray(0, prefix.text), rest]);
  const { prefix: start } = gzipped(encoded);
  if (start === null) throw new InternalError('A page with a prefix has none in gzip.');
  return spliceGzip(start, rest);
}

/** Everything needed to fill a page. */
export interface PersonalPage {
  readonly encoded: EncodedPage;
  readonly shape: PageShape;
  /** `null` for a page without holes in the middle. */
  readonly skeletons: Skeletons | null;
}

/** zlib chunk size: a page fits into one chunk and needs no joining. */
const CHUNK_BYTES = 64 * 1024;

function compressBrotli(page: Buffer, quality: number): Buffer {
  // Copied: a slice would keep the whole chunk in memory, three times a page.
  return Buffer.from(brotliCompressSync(page, brotliOptions(page, quality)));
}

function brotliOptions(page: Buffer, quality: number): BrotliOptions {
  return {
    chunkSize: CHUNK_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  };
}
