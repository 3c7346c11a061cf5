import sharp, { type Sharp } from 'sharp';
import { Mistake } from '#engine/base/errors.ts';
import type { ImageDerivative, PreparedImage } from '#engine/compile/types.ts';
import type { AssetFile, Made } from './asset-store.ts';
import { gradePixels, keepsGrade, luminanceRange, meanColour, type Pixels } from './grade.ts';
import type { Crop, Grade } from './image-key.ts';

export interface PictureSource {
  /** The whole picture file. */
  readonly source: Uint8Array;
  readonly crop: Crop;
  readonly grade: Grade;
}

export interface ImageTask extends PictureSource {
  /** Path of the files up to the width, such as `assets/images/wine-29.3f9c2a1b`. */
  readonly name: string;
}

/** Everything beside the picture itself that decides its bytes: part of the content hash. Raise `version` when the grading changes. */
export const imageSettings = {
  version: 2,
  widths: [720, 960, 1600],
  fallbackWidth: 960,
  avif: { quality: 50, effort: 2 },
  /** Wider than the fallback: the last 5 % of the bytes would take three times as long. */
  wideAvif: { quality: 50, effort: 1 },
  /** Few browsers take it: the same holds at every width. */
  webp: { quality: 72, effort: 2 },
  jpeg: { quality: 78, mozjpeg: true },
  /** Paper: transparent parts of a graded picture and of the JPEG stand on it. */
  ground: '#FFFDF9',
  encoders: sharp.versions,
} as const;

/** Shares of the grade's limit that are left free in turn, until no encoder crosses it. Satin hardly ever gets by with less than the first. */
const margins = [0.14, 0.22, 0.35];

/**
 * One crop of a picture in AVIF, WebP and a JPEG fallback. Each graded file is decoded again and measured.
 * Throws when the bytes are no picture, or when no margin keeps the grade.
 */
export async function deriveImage(task: ImageTask): Promise<Made<PreparedImage>> {
  const whole = await cropPixels(task);
  if (task.grade === 'none') {
    const made = await encodeAll(task, whole, (pixels) => pixels);
    if (made !== null) return made;
  } else {
    const { grade } = task;
    const range = luminanceRange(whole);
    for (const margin of margins) {
      const made = await encodeAll(task, whole, (pixels) => gradePixels(pixels, range, grade, margin));
      if (made !== null) return made;
    }
  }
  throw new Mistake(
    `The picture crosses the limit of the grade "${task.grade}" whatever the margin. Choose a smoother crop or another picture.`,
  );
}

/** Widths of the files: never wider than the crop, and none within 15 % of the widest. */
export function derivativeWidths(cropWidth: number): number[] {
  const widest = Math.min(cropWidth, Math.max(...imageSettings.widths));
  return [...imageSettings.widths.filter((width) => width < widest * 0.85), widest];
}

/** A crop of a picture, graded, cut to cover exactly the given size. */
export async function coverPixels(
  picture: PictureSource,
  size: { readonly width: number; readonly height: number },
): Promise<Pixels> {
  const whole = await cropPixels(picture);
  const covering = await readPixels(
    asPicture(whole)
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: imageSettings.ground }),
  );
  if (picture.grade === 'none') return covering;
  return gradePixels(covering, luminanceRange(covering), picture.grade, margins[0] ?? 0);
}

async function cropPixels({ source, crop, grade }: PictureSource): Promise<Pixels> {
  const picture = sharp(source, { failOn: 'error' });
  const { autoOrient, hasAlpha } = await picture.metadata();
  const left = Math.min(Math.round(crop.x * autoOrient.width), autoOrient.width - 1);
  const top = Math.min(Math.round(crop.y * autoOrient.height), autoOrient.height - 1);
  const width = Math.max(1, Math.min(Math.round(crop.width * autoOrient.width), autoOrient.width - left));
  const height = Math.max(1, Math.min(Math.round(crop.height * autoOrient.height), autoOrient.height - top));
  const oriented = picture.autoOrient().extract({ left, top, width, height }).toColourspace('srgb');
  const opaque = hasAlpha && grade === 'none' ? oriented : oriented.flatten({ background: imageSettings.ground });
  return readPixels(opaque);
}

/** `null` as soon as one file crosses the grade; small sizes, where folds are sharpest, come first. */
async function encodeAll(
  task: ImageTask,
  whole: Pixels,
  toned: (pixels: Pixels) => Pixels,
): Promise<Made<PreparedImage> | null> {
  const widths = derivativeWidths(whole.width);
  const fallbackWidth = widths.findLast((width) => width <= imageSettings.fallbackWidth) ?? whole.width;
  const derivatives: ImageDerivative[] = [];
  const files: AssetFile[] = [];
  let last = whole;
  for (const width of widths) {
    last = toned(await resize(whole, width));
    for (const [format, extension, picture] of encoders(last, width === fallbackWidth)) {
      const bytes = await picture.toBuffer();
      if (!(await decodedKeepsGrade(bytes, task.grade))) return null;
      const path = `${task.name}.${width}.${extension}`;
      files.push({ path, bytes });
      derivatives.push({ format, width, path, bytes: bytes.length });
    }
  }
  return { value: { width: last.width, height: last.height, colour: meanColour(last), derivatives }, files };
}

function encoders(pixels: Pixels, withFallback: boolean): (readonly [ImageDerivative['format'], string, Sharp])[] {
  const { avif, wideAvif, fallbackWidth, webp, jpeg, ground } = imageSettings;
  const fallback = ['jpeg', 'jpg', asPicture(pixels).flatten({ background: ground }).jpeg(jpeg)] as const;
  return [
    ['webp', 'webp', asPicture(pixels).webp(webp)],
    ...(withFallback ? [fallback] : []),
    ['avif', 'avif', asPicture(pixels).avif(pixels.width > fallbackWidth ? wideAvif : avif)],
  ];
}

async function resize(pixels: Pixels, width: number): Promise<Pixels> {
  return width === pixels.width ? pixels : readPixels(asPicture(pixels).resize({ width }));
}

async function decodedKeepsGrade(bytes: Uint8Array, grade: Grade): Promise<boolean> {
  return grade === 'none' || keepsGrade(luminanceRange(await readPixels(sharp(bytes))), grade);
}

export function asPicture({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

export async function readPixels(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4) {
    throw new Mistake(`The picture has ${info.channels} channels; RGB or RGB with alpha was expected.`);
  }
  return { data, width: info.width, height: info.height, channels: info.channels };
}
