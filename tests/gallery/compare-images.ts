import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** How far a colour may be off, from 0 to 1: what another compression of the same image leaves stays below. */
const TOLERANCE = 0.15;
/** So many pixels may differ: a cursor, or an edge that is drawn anew. */
const FEW = 12;

export interface Difference {
  /** Pixels that differ. */
  readonly pixels: number;
  /** PNG that marks them; `null` where none does. */
  readonly marked: Buffer | null;
}

/** Compares two images pixel by pixel; where one is larger, all that the other lacks differs. Smoothed edges do not count. */
export async function compareImages(before: string | Buffer, after: string | Buffer): Promise<Difference> {
  const sizes = await Promise.all([before, after].map((image) => sharp(image).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const [one, other] = await Promise.all([readPixels(before, width, height), readPixels(after, width, height)]);
  const marked = Buffer.alloc(width * height * 4);
  const pixels = pixelmatch(one, other, marked, width, height, { threshold: TOLERANCE });
  if (pixels <= FEW) return { pixels: 0, marked: null };
  const raw = { width, height, channels: 4 } as const;
  return { pixels, marked: await sharp(marked, { raw }).png().toBuffer() };
}

/** As red, green, blue and opacity; what an image lacks is transparent. */
async function readPixels(image: string | Buffer, width: number, height: number): Promise<Buffer> {
  const read = sharp(image).ensureAlpha();
  const own = await read.metadata();
  const missing = { right: width - own.width, bottom: height - own.height };
  return read
    .extend({ ...missing, background: { r: 0, g: 255, b: 255, alpha: 1 } })
    .raw()
    .toBuffer();
}
