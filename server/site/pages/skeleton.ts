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
import { endingOf, writeRegion, type HoleRegions } from './hole-regions.ts';
import { uncompressedBlocks } from './splice-brotli.ts';
import { storedBlocks } from './splice-gzip.ts';

/** Lengths to which regions are filled up. Longer values are left to compression per request. */
const REGION_LENGTHS = [64, 128, 256, 512, 1024, 2048] as const;

/** A page compressed once around regions of one length. */
export interface Skeleton {
  /** Bytes of each region. */
  readonly length: number;
  readonly endings: readonly string[];
  readonly br: readonly Buffer[];
  readonly gzip: readonly Buffer[];
  /** The uncompressed texts, for the checksum of gzip. */
  readonly texts: readonly Buffer[];
}

/** The smallest length that holds every text and one blank; `null` when a value is too long. */
export function regionLength(texts: readonly string[]): number | null {
  const longest = Math.max(...texts.map((text) => Buffer.byteLength(text))) + 1;
  return REGION_LENGTHS.find((length) => length >= longest) ?? null;
}

/** Noise that happens to repeat itself or the page is drawn again so many times. */
const ATTEMPTS = 5;

/**
 * Compresses the texts with noise where the regions will stand; distances stay the same whatever replaces the noise, and its last two
 * bytes, on which Brotli's next literal depends, are those of every region. `null` when no attempt passed the trial.
 */
export async function buildSkeleton(cut: HoleRegions, length: number): Promise<Skeleton | null> {
  const endings = cut.regions.map(endingOf);
  const texts = cut.texts.map((text) => Buffer.from(text));
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const noise = endings.map((ending) => noiseOf(length, ending));
    const brotli = createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    });
    const br = await between(brotli, texts, noise);
    const gzip = await between(createGzip({ level: 9 }), texts, noise);
    const skeleton: Skeleton = { length, endings, br, gzip, texts };
    if (isSound(skeleton)) return skeleton;
  }
  return null;
}

/** Bytes from 0x80, in front of the ending that every region has. */
function noiseOf(length: number, ending: string): Buffer {
  const noise = Buffer.from(randomBytes(length).map((byte) => byte | 0x80));
  noise.write(` ${ending}`, length - ending.length - 1, 'latin1');
  return noise;
}

/**
 * A decoder's state behind a region depends on the region's content by two things only: references into it, and its last two bytes,
 * which are constant. Regions of ASCII differ from noise in every other byte, so one right trial shows that there are no references.
 */
function isSound(skeleton: Skeleton): boolean {
  const { endings, texts, length } = skeleton;
  const expected = Buffer.concat(
    texts.flatMap((text, index) => {
      const ending = endings[index];
      return ending === undefined ? [text] : [text, Buffer.from(ending.padStart(length))];
    }),
  );
  const nothing = Buffer.alloc(0);
  try {
    return (
      brotliDecompressSync(spliceSkeleton(skeleton, endings, nothing, 'br')).equals(expected) &&
      gunzipSync(spliceSkeleton(skeleton, endings, nothing, 'gzip')).equals(expected)
    );
  } catch {
    // A stream that does not decode is as unsound as one that decodes to something else.
    return false;
  }
}

/** Compresses texts and noise in turn, one stream, and keeps only what the texts became. */
async function between(
  stream: BrotliCompress | Gzip,
  texts: readonly Buffer[],
  noise: readonly Buffer[],
): Promise<Buffer[]> {
  const kept: Buffer[] = [];
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
    kept.push(await take(text));
    const filler = noise[index];
    if (filler !== undefined) await take(filler);
  }
  stream.end();
  stream.resume();
  await once(stream, 'end');
  return kept;
}

/** The whole page: ready pieces, regions as they are, and `rest` at the end. */
export function spliceSkeleton(
  skeleton: Skeleton,
  regions: readonly string[],
  rest: Buffer,
  encoding: 'br' | 'gzip',
): Buffer {
  return encoding === 'br' ? spliceBr(skeleton, regions, rest) : spliceGz(skeleton, regions, rest);
}

function spliceBr({ br, length, endings }: Skeleton, regions: readonly string[], rest: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (const [index, piece] of br.entries()) {
    pieces.push(piece);
    const region = regions[index];
    if (region === undefined) continue;
    const block = Buffer.allocUnsafe(3 + length);
    block.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
    writeRegion(region, endings[index] ?? '>', length, block, 3);
    pieces.push(block);
  }
  pieces.push(uncompressedBlocks(rest));
  return Buffer.concat(pieces);
}

function spliceGz({ gzip, texts, length, endings }: Skeleton, regions: readonly string[], rest: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let [crc, size] = [0, 0];
  const count = (bytes: Buffer): void => {
    crc = crc32(bytes, crc);
    size += bytes.length;
  };
  for (const [index, piece] of gzip.entries()) {
    pieces.push(piece);
    count(texts[index] ?? Buffer.alloc(0));
    const region = regions[index];
    if (region === undefined) continue;
    const block = Buffer.allocUnsafe(5 + length);
    block[0] = 0;
    block.writeUInt16LE(length, 1);
    block.writeUInt16LE(length ^ 0xffff, 3);
    writeRegion(region, endings[index] ?? '>', length, block, 5);
    pieces.push(block);
    count(block.subarray(5));
  }
  pieces.push(storedBlocks(rest, crc, size));
  return Buffer.concat(pieces);
}
