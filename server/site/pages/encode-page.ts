import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from './encoding.ts';
import { fillParts, fillTail, isSegmented, type PageSource, type Values } from './page-source.ts';
import { brotliPrefix, spliceBrotli } from './splice-brotli.ts';
import type { Skeletons } from './skeletons.ts';
import { gzipPrefix, spliceGzip, type GzipPrefix } from './splice-gzip.ts';

/** `none` is for development, `quick` for the first answer of a page, `best` for all later ones. */
export type Effort = 'none' | 'quick' | 'best';

const QUALITY = { none: { brotli: 0, gzip: 1 }, quick: { brotli: 5, gzip: 6 }, best: { brotli: 11, gzip: 9 } } as const;

/** Until its pieces are ready, a page with holes in the middle is compressed per request: speed matters more than size. */
const PER_REQUEST = { brotli: 4, gzip: 4 } as const;

/** A page in both encodings; plain data, so that it can come from a worker thread or the disk. */
export interface EncodedPage {
  /** The page as everybody gets it who brings no value. */
  readonly shared: { readonly br: Buffer; readonly gzip: Buffer };
  /** The page up to its tail, for those who bring one; `null` when there is no tail or a hole stands before it. */
  readonly prefix: { readonly br: Buffer; readonly gzip: GzipPrefix } | null;
  /** As it is, of a page that is sent once: nothing of it is kept beside it. */
  readonly plain?: Buffer;
}

/** What is compressed; plain data for the worker. */
export interface EncodeJob {
  readonly text: string;
  readonly end: string;
  readonly withPrefix: boolean;
}

export function encodeJob(source: PageSource): EncodeJob {
  return { text: fillParts(source, {}), end: source.end, withPrefix: source.tail.length > 0 && !isSegmented(source) };
}

export function encode({ text, end, withPrefix }: EncodeJob, effort: Effort): EncodedPage {
  const quality = QUALITY[effort];
  const page = Buffer.from(text + end);
  const beforeTail = Buffer.from(text);
  return {
    shared: { br: compressBrotli(page, quality.brotli), gzip: gzipSync(page, { level: quality.gzip }) },
    prefix: withPrefix
      ? { br: brotliPrefix(beforeTail, quality.brotli), gzip: gzipPrefix(beforeTail, quality.gzip) }
      : null,
  };
}

/** A page that is sent once: each encoding is made only if it is asked for, and quickly. */
export function encodeOnDemand(source: PageSource): EncodedPage {
  const { text, end, withPrefix } = encodeJob(source);
  const { brotli, gzip } = QUALITY.none;
  const beforeTail = Buffer.from(text);
  const plain = Buffer.from(text + end);
  const shared = {
    get br() {
      return compressBrotli(plain, brotli);
    },
    get gzip() {
      return gzipSync(plain, { level: gzip });
    },
  };
  const prefix = {
    get br() {
      return brotliPrefix(beforeTail, brotli);
    },
    get gzip() {
      return gzipPrefix(beforeTail, gzip);
    },
  };
  return { shared, prefix: withPrefix ? prefix : null, plain };
}

/** Bytes that an encoded page holds in memory. */
export function sizeOf({ shared, prefix }: EncodedPage): number {
  return shared.br.length + shared.gzip.length + (prefix === null ? 0 : prefix.br.length + prefix.gzip.bytes.length);
}

export function sharedBody(encoded: EncodedPage, encoding: Encoding): Buffer {
  return encoding === 'identity' ? unpacked(encoded) : encoded.shared[encoding];
}

/** Bytes of pages that are kept unpacked, over all pages. */
const MOST_UNPACKED = 16 * 1024 * 1024;

/** By what they were unpacked from. */
const kept = new LRUCache<EncodedPage, Buffer>({ maxSize: MOST_UNPACKED, sizeCalculation: ({ length }) => length });

/**
 * The text of a page. Hardly anybody asks for one that is not compressed, so it is not kept with each page; but whoever does asks for
 * few pages often: a proxy that compresses by itself, a health check, a flood.
 */
function unpacked(encoded: EncodedPage): Buffer {
  let text = encoded.plain ?? kept.get(encoded);
  if (text === undefined) {
    text = gunzipSync(encoded.shared.gzip);
    kept.set(encoded, text);
  }
  return text;
}

/** The page with a visitor's values in it. */
export function personalBody(page: PersonalPage, values: Values, encoding: Encoding): Buffer {
  const { encoded, source, skeletons } = page;
  const rest = fillTail(source, values);
  if (encoded.prefix !== null) {
    const bytes = Buffer.from(rest);
    if (encoding === 'br') return spliceBrotli(encoded.prefix.br, bytes);
    if (encoding === 'gzip') return spliceGzip(encoded.prefix.gzip, bytes);
    const text = unpacked(encoded);
    return Buffer.concat([text.subarray(0, text.length - Buffer.byteLength(source.end)), bytes]);
  }
  const ready = skeletons?.fill(values, rest, encoding);
  if (ready) return ready;
  const text = Buffer.from(fillParts(source, values) + rest);
  if (encoding === 'identity') return text;
  return encoding === 'br' ? compressBrotli(text, PER_REQUEST.brotli) : gzipSync(text, { level: PER_REQUEST.gzip });
}

/** What it takes to fill a page. */
export interface PersonalPage {
  readonly encoded: EncodedPage;
  readonly source: PageSource;
  /** `null` for a page without holes in the middle. */
  readonly skeletons: Skeletons | null;
}

function compressBrotli(page: Buffer, quality: number): Buffer {
  return brotliCompressSync(page, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
}
