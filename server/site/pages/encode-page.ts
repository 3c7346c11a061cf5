import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { InternalError } from '#engine/shared/errors.ts';
import type { Encoding } from './choose-encoding.ts';
import { fillParts, fillTail, type PageShape, type PageSource, sourceFrom, utf8, type Values } from './page-source.ts';
import { brotliPrefix, spliceBrotli } from './splice-brotli.ts';
import type { Skeletons } from './skeletons.ts';
import { gzipPrefix, spliceGzip, type GzipPrefix } from './splice-gzip.ts';

/** `none` is for development, `quick` for a build and the first answer of a page, `best` for all later ones. */
export type Effort = 'none' | 'quick' | 'best';

/** Of Brotli. */
export const BROTLI_QUALITY = { none: 0, quick: 5, best: 11 } as const;

/** Of gzip: higher ones take longer for next to nothing. */
const GZIP_LEVEL = 6;
const QUICK_GZIP_LEVEL = 1;

/** Until its pieces are ready, a page with holes in the middle is compressed per request: speed matters more than size. */
const PER_REQUEST = { brotli: 4, gzip: 4 } as const;

/** A page in Brotli, which nearly everybody takes; plain data, so that it can come from a worker thread or the disk. */
export interface EncodedPage {
  /** The page as everybody gets it who brings no value. */
  readonly br: Buffer;
  /** The page up to its tail, for requests with one; `null` when there is no tail or a hole is before it. */
  readonly prefix: PagePrefix | null;
  /** As it is, of a page that is sent once: nothing of it is kept beside it. */
  readonly plain?: Buffer;
}

/** Where the tail comes: what is before it is compressed so that anything can follow. */
export interface PagePrefix {
  /** Bytes of the compressed page. */
  readonly br: number;
  /** Bytes of the page as it is. */
  readonly text: number;
}

/** What is compressed. */
export interface EncodeJob {
  /** The whole page, with every hole empty. */
  readonly text: Buffer;
  /** Bytes of it before its tail, where anything can follow; `null` when there is no tail or a hole is before it. */
  readonly beforeTail: number | null;
}

/** @param bytesOf Gives a text in UTF-8. */
export function encodeJob({ parts, tail, end }: PageSource, bytesOf = utf8): EncodeJob {
  const ending = bytesOf(end);
  const texts = parts.filter((part) => typeof part === 'string');
  const text = Buffer.concat([...texts.map(bytesOf), ending]);
  const hasHoles = texts.length < parts.length;
  const beforeTail = tail.length > 0 && !hasHoles ? text.length - ending.length : null;
  return { text, beforeTail };
}

/** Names what is compressed, not how: equal pages of all releases have one name. */
export function hashJob({ text, beforeTail }: EncodeJob): string {
  return `${hash('sha256', text, 'hex')}-${beforeTail ?? 'whole'}`;
}

export function encode({ text, beforeTail }: EncodeJob, effort: Effort): EncodedPage {
  const quality = BROTLI_QUALITY[effort];
  if (beforeTail === null) return { br: compressBrotli(text, quality), prefix: null };
  const start = brotliPrefix(text.subarray(0, beforeTail), quality);
  return { br: spliceBrotli(start, text.subarray(beforeTail)), prefix: { br: start.length, text: beforeTail } };
}

/** The same page as small as can be. */
export function encodeBest({ br, prefix }: EncodedPage): EncodedPage {
  return encode({ text: brotliDecompressSync(br), beforeTail: prefix?.text ?? null }, 'best');
}

/** A page that is sent once: each encoding is made only if it is asked for, and quickly. */
export function encodeOnDemand(source: PageSource): EncodedPage {
  const job = encodeJob(source);
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

/** Buffers arrive from another thread as plain byte arrays. */
export function asBuffers({ br, prefix }: EncodedPage): EncodedPage {
  return { br: Buffer.from(br.buffer, br.byteOffset, br.byteLength), prefix };
}

/** Bytes that an encoded page holds in memory. */
export const encodedBytes = ({ br }: EncodedPage): number => br.length;

export function sharedBody(encoded: EncodedPage, encoding: Encoding): Buffer {
  if (encoding === 'br') return encoded.br;
  return encoding === 'gzip' ? gzipped(encoded).whole : unpacked(encoded);
}

/** Bytes of pages that are kept unpacked, and of those that are kept in gzip, over all pages. */
const MAX_UNCOMPRESSED_BYTES = 16 * 1024 * 1024;
const MAX_GZIP_BYTES = 16 * 1024 * 1024;

/** By what they were unpacked from. */
const encodings = new LRUCache<EncodedPage, Buffer>({
  maxSize: MAX_UNCOMPRESSED_BYTES,
  sizeCalculation: ({ length }) => length,
});
const cachedGzip = new LRUCache<EncodedPage, GzippedPage>({
  maxSize: MAX_GZIP_BYTES,
  sizeCalculation: ({ whole }) => whole.length,
});

/**
 * The text of a page. Hardly anybody asks for one that is not compressed, so it is not kept with each page; but anyone who does asks for
 * few pages often: a proxy that compresses by itself, a health check, a flood.
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
  /** A view of the whole. */
  readonly prefix: GzipPrefix | null;
}

/** Browsers take Brotli; what does not asks for few pages often, too. */
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
  const start = gzipPrefix(text.subarray(0, prefix.text), level);
  const whole = spliceGzip(start, text.subarray(prefix.text));
  return { whole, prefix: { ...start, bytes: whole.subarray(0, start.bytes.length) } };
}

/** The page as it was compiled, from what its encoding holds. */
function readSource({ encoded, shape }: Pick<PersonalPage, 'encoded' | 'shape'>): PageSource {
  return sourceFrom(shape, unpacked(encoded));
}

/** The page with a visitor's values in it. */
export function personalBody(page: PersonalPage, values: Values, encoding: Encoding): Buffer {
  const { encoded, shape, skeletons } = page;
  const rest = fillTail(shape, values);
  if (encoded.prefix !== null) return filledTail(encoded, encoded.prefix, Buffer.from(rest), encoding);
  const ready = skeletons?.fill(() => readSource(page), values, rest, encoding);
  if (ready) return ready;
  const text = Buffer.from(fillParts(readSource(page), values) + rest);
  if (encoding === 'identity') return text;
  return encoding === 'br' ? compressBrotli(text, PER_REQUEST.brotli) : gzipSync(text, { level: PER_REQUEST.gzip });
}

/** What is before the tail is ready; only `rest` is a visitor's. */
function filledTail(encoded: EncodedPage, prefix: PagePrefix, rest: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return spliceBrotli(encoded.br.subarray(0, prefix.br), rest);
  if (encoding === 'identity') return Buffer.concat([unpacked(encoded).subarray(0, prefix.text), rest]);
  const { prefix: start } = gzipped(encoded);
  if (start === null) throw new InternalError('A page with a prefix has none in gzip.');
  return spliceGzip(start, rest);
}

/** What it takes to fill a page. */
export interface PersonalPage {
  readonly encoded: EncodedPage;
  readonly shape: PageShape;
  /** `null` for a page without holes in the middle. */
  readonly skeletons: Skeletons | null;
}

/** Bytes of a piece in which zlib hands over what it has compressed: a page comes in one, and needs no joining. */
const CHUNK_BYTES = 64 * 1024;

function compressBrotli(page: Buffer, quality: number): Buffer {
  const compressed = brotliCompressSync(page, {
    chunkSize: CHUNK_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
  // By itself: as it comes it would keep the whole piece in memory, three times a page.
  return Buffer.from(compressed);
}
