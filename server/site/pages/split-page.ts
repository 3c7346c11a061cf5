import { createHash, hash } from 'node:crypto';
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';
import { fillOpening, computeOpeningBytes, type Opening, type OpeningValues } from '#engine/shared/opening.ts';
import { BROTLI_QUALITY, hashJob, type Effort, type EncodedPage, type EncodeJob } from './encode-page.ts';
import { compressBetween } from './skeleton.ts';
import { buildBrotliPrefix, spliceBrotli } from './splice-brotli.ts';

/** A compressed page in two parts; only the first depends on the deployment. */
export interface SplitPage {
  readonly opening: Opening;
  /** Brotli of the text between opening and tail, to be continued. */
  readonly rest: Buffer;
  /** The uncompressed end of the page. */
  readonly end: Buffer;
  /** See `EncodeJob`. */
  readonly beforeTail: number | null;
}

/**
 * A meta-block of eight spaces that resets the decoder's last distances, so that a stream compressed after noise can continue here. Brotli
 * refers to the last four distances (RFC 7932, 4), initially 16, 15, 11 and 4; the block copies two bytes at each of them from the spaces
 * at the end of an opening. An empty metadata block aligns it to a byte.
 */
const RESET = Buffer.from('3800001e022400e989c6f3b1c400', 'hex');
const RESET_BYTES = 8;

/** Brotli quality: an opening takes 2 ms on the first read of its page, and is 50 bytes smaller than with quality 9. */
const OPENING_QUALITY = 11;

const ATTEMPTS = 5;

/**
 * Compresses the text after the opening behind as many bytes of noise, to which nothing refers. `null` when the page does not begin with
 * its opening, or all attempts fail verification.
 *
 * @param values those in the page
 */
export async function splitPage(
  { text, beforeTail }: EncodeJob,
  opening: Opening,
  values: OpeningValues,
  effort: Effort,
): Promise<SplitPage | null> {
  const length = computeOpeningBytes(opening);
  const start = Buffer.from(fillOpening(opening, values));
  if (start.length !== length || !text.subarray(0, length).equals(start)) return null;
  const until = beforeTail ?? text.length;
  const between = text.subarray(length, until);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const noise = createNoise(length, attempt);
    const stream = createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
    const [, rest = NOTHING] = await compressBetween(stream, [NOTHING, between], [noise]);
    if (isSound(rest, between, noise)) return { opening, rest, end: text.subarray(until), beforeTail };
  }
  return null;
}

/** The page for a deployment; `null` for values that do not fit. */
export function joinPage({ opening, rest, end, beforeTail }: SplitPage, values: OpeningValues): EncodedPage | null {
  const start = Buffer.from(fillOpening(opening, values));
  if (start.length !== computeOpeningBytes(opening)) return null;
  const first = buildBrotliPrefix(start.subarray(0, start.length - RESET_BYTES), OPENING_QUALITY);
  const prefix = Buffer.concat([first, RESET, rest]);
  return {
    br: spliceBrotli(prefix, end),
    prefix: beforeTail === null ? null : { br: prefix.length, text: beforeTail },
  };
}

/** Hash of a split page, independent of the deployment. */
export function hashSplit({ text, beforeTail }: EncodeJob, { opening }: SplitPage): string {
  const rest = text.subarray(computeOpeningBytes(opening));
  return hashJob({ text: Buffer.concat([Buffer.from(opening), rest]), beforeTail });
}

/** Hash of a split page in a deployment, like `hashJob` for an unsplit page. */
export const hashContentAt = (content: string, { origin, startup }: OpeningValues): string =>
  hash('sha256', `${content} ${origin} ${startup}`, 'hex');

const NOTHING = Buffer.alloc(0);

/** Incompressible bytes, and the spaces at the end of every opening: the next literal depends on the last two bytes (RFC 7932, 7.1). */
function createNoise(length: number, attempt: number): Buffer {
  const noise = createHash('shake256', { outputLength: length }).update(String(attempt)).digest();
  return noise.fill(' ', length - 2);
}

/** Whether the text decodes alike after bytes that all differ from the noise: then nothing refers to the noise. */
function isSound(rest: Buffer, between: Buffer, noise: Buffer): boolean {
  const others = Buffer.from(noise.map((byte) => byte ^ 0xff)).fill(' ', noise.length - 2);
  try {
    const page = brotliDecompressSync(spliceBrotli(Buffer.concat([buildBrotliPrefix(others, 1), rest]), NOTHING));
    return page.subarray(others.length).equals(between);
  } catch {
    return false;
  }
}
