import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  brotliDecompressSync,
  constants,
  crc32,
  createBrotliCompress,
  createGzip,
  gunzipSync,
  type BrotliCompress,
  type Gzip,
} from 'node:zlib';
import type { HoleRegions } from './hole-regions.ts';
import { writeUncompressedBlocks } from './splice-brotli.ts';
import { writeStoredBlocks } from './splice-gzip.ts';

/** Lengths to which regions are padded. Pages with longer values are compressed per request. */
const REGION_LENGTHS = [64, 128, 256, 512, 1024, 2048] as const;

/** A page compressed around regions of one length. */
export interface Skeleton {
  /** Bytes of each region. */
  readonly length: number;
  readonly br: Frame;
  readonly gzip: Frame;
  /** Uncompressed texts, for the checksum of gzip. */
  readonly texts: readonly Buffer[];
}

/** A compressed page with empty regions. */
interface Frame {
  readonly bytes: Buffer;
  /** Positions of the regions. */
  readonly at: readonly number[];
}

/** The smallest length for regions of so many bytes, with their endings and one space; `null` for a value that is too long. */
export function computeRegionLength(max: number): number | null {
  return REGION_LENGTHS.find((length) => length > max) ?? null;
}

/** Attempts with new noise, in case it repeats itself or the page by chance. */
const ATTEMPTS = 5;

/**
 * Compresses the texts with noise in place of the regions. The noise can be replaced by anything of the same length, since it keeps distances, and its last two
 * bytes, on which Brotli's next literal depends, equal those of every region. `null` when all attempts fail verification.
 */
export async function buildSkeleton(
  { regions }: Pick<HoleRegions, 'regions'>,
  texts: readonly Buffer[],
  { length, quality }: { readonly length: number; readonly quality: number },
): Promise<Skeleton | null> {
  const endings = regions.map(({ ending }) => ending);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const noise = endings.map((ending) => createNoise(length, ending));
    const brotli = createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    });
    const br = await compressBetween(brotli, texts, noise);
    const gzip = await compressBetween(createGzip({ level: 9 }), texts, noise);
    const blank = endings.map((ending) => Buffer.from(ending.padStart(length)));
    const skeleton: Skeleton = {
      length,
      br: frame(br, brotliBlock(length), blank),
      gzip: frame(gzip, storedBlock(length), blank),
      texts,
    };
    if (isSound(skeleton, blank)) return skeleton;
  }
  return null;
}

/** Header of an uncompressed meta-block of `length` bytes (RFC 7932, 9.2). */
function brotliBlock(length: number): Buffer {
  const header = Buffer.alloc(3);
  header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return header;
}

/** Header of a stored block of `length` bytes that is not the last one (RFC 1951, 3.2.4). */
function storedBlock(length: number): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}

function frame(pieces: readonly Buffer[], header: Buffer, regions: readonly Buffer[]): Frame {
  const at: number[] = [];
  const parts: Buffer[] = [];
  let size = 0;
  for (const [index, piece] of pieces.entries()) {
    parts.push(piece);
    size += piece.length;
    const region = regions[index];
    if (region === undefined) continue;
    parts.push(header, region);
    at.push(size + header.length);
    size += header.length + region.length;
  }
  return { bytes: Buffer.concat(parts), at };
}

/** Bytes from 0x80, followed by the ending of every region. */
function createNoise(length: number, ending: string): Buffer {
  const noise = Buffer.from(randomBytes(length).map((byte) => byte | 0x80));
  noise.write(` ${ending}`, length - ending.length - 1, 'latin1');
  return noise;
}

/**
 * Verifies that nothing refers into the noise. A decoder's state after a region depends on references into it and on its last two bytes, which are constant.
 * Regions of ASCII differ from the noise in every other byte, so one successful decoding proves that there are no references.
 */
function isSound(skeleton: Skeleton, blank: readonly Buffer[]): boolean {
  const expected = Buffer.concat(skeleton.texts.flatMap((text, index) => [text, blank[index] ?? NOTHING]));
  try {
    return (
      brotliDecompressSync(spliceSkeleton(skeleton, [], NOTHING, 'br')).equals(expected) &&
      gunzipSync(spliceSkeleton(skeleton, [], NOTHING, 'gzip')).equals(expected)
    );
  } catch {
    // A decoding error means that it is invalid.
    return false;
  }
}

const NOTHING = Buffer.alloc(0);

/** Compresses texts and noise alternately as one stream, and returns the parts of the texts. */
export async function compressBetween(
  stream: BrotliCompress | Gzip,
  texts: readonly Buffer[],
  noise: readonly Buffer[],
): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  const take = async (input: Buffer): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    const collect = (chunk: Buffer): void => void chunks.push(chunk);
    stream.on('data', collect);
    if (input.length > 0) stream.write(input);
    await new Promise<void>((done) => stream.flush(done));
    stream.off('data', collect);
    return Buffer.concat(chunks);
  };
  for (const [index, text] of texts.entries()) {
    parts.push(await take(text));
    const filler = noise[index];
    if (filler !== undefined) await take(filler);
  }
  stream.end();
  stream.resume();
  await once(stream, 'end');
  return parts;
}

/** The whole page: prepared frame, regions without their endings, and `rest` at the end. */
export function spliceSkeleton(
  skeleton: Skeleton,
  regions: readonly string[],
  rest: Buffer,
  encoding: 'br' | 'gzip',
): Buffer {
  if (encoding === 'br') return fillFrame(skeleton.br, regions, writeUncompressedBlocks(rest));
  const body = fillFrame(skeleton.gzip, regions, NOTHING);
  const { crc, size } = checksum(skeleton, body);
  return Buffer.concat([body, writeStoredBlocks(rest, crc, size)]);
}

function fillFrame({ bytes, at }: Frame, regions: readonly string[], end: Buffer): Buffer {
  const page = Buffer.allocUnsafe(bytes.length + end.length);
  bytes.copy(page);
  for (const [index, start] of at.entries()) page.write(regions[index] ?? '', start);
  end.copy(page, bytes.length);
  return page;
}

/** Checksum of the uncompressed page; regions are stored uncompressed. */
function checksum({ texts, gzip, length }: Skeleton, body: Buffer): { readonly crc: number; readonly size: number } {
  let [crc, size] = [0, 0];
  for (const [index, text] of texts.entries()) {
    crc = crc32(text, crc);
    size += text.length;
    const at = gzip.at[index];
    if (at === undefined) continue;
    crc = crc32(body.subarray(at, at + length), crc);
    size += length;
  }
  return { crc, size };
}
