import sharp, { type Sharp } from 'sharp';
import { UserError } from '#engine/shared/errors.ts';
import type { ImageDerivative, PreparedImage } from '#engine/compile/types.ts';
import {
  gradePixels,
  keepsGrade,
  measureLuminance,
  type LuminanceRange,
  computeMeanColour,
  type Pixels,
} from './grade.ts';
import type { Crop, Grade } from './image-key.ts';
import { type Derivative, imageSettings, listDerivatives, widestWidth } from './image-settings.ts';

export interface ImageInput {
  /** The complete image file. */
  readonly source: Uint8Array;
  readonly crop: Crop;
  readonly grade: Grade;
  /** Background of transparent parts of a graded image and of the JPEG, such as `#FFFFFF`. */
  readonly ground: string;
}

/** Size and colour of a crop. */
export type ImageLook = Pick<PreparedImage, 'width' | 'height' | 'colour'>;

/** Everything besides the image and its crop that affects the bytes: part of the content hash. */
export const getImageSettings = (ground: string): object => ({ ...imageSettings, ground, encoders: sharp.versions });

/** Margins below the grade's limit, tried in turn until no encoder exceeds it. Smooth fabric needs the first one almost always. */
const margins = [0.14, 0.22, 0.35];

/** Width of the image from which the mean colour is computed: enough for a colour, and decoded in milliseconds. */
const COLOUR_WIDTH = 480;

/** The manifest entry of a crop before any of its files is made. */
export type ImageInspector = (shown: Omit<ImageInput, 'source'>) => Promise<ImageLook>;

/**
 * Decodes an image once for all its crops.
 *
 * @throws if the bytes are not an image
 */
export async function createImageInspector(source: Uint8Array): Promise<ImageInspector> {
  const image = sharp(source, { failOn: 'error' });
  const { autoOrient } = await image.metadata();
  const resized = image.autoOrient().resize({ width: COLOUR_WIDTH, withoutEnlargement: true });
  const small = await readPixels(resized.toColourspace('srgb'));
  return async ({ crop, grade, ground }) => {
    const box = cropBox(autoOrient, crop);
    const width = Math.min(box.width, widestWidth);
    const part = asImage(small).extract(cropBox(small, crop));
    const pixels = await readPixels(
      grade === 'none' && small.channels === 4 ? part : part.flatten({ background: ground }),
    );
    const toned = grade === 'none' ? pixels : gradePixels(pixels, measureLuminance(pixels), grade, margins[0] ?? 0);
    return {
      width,
      height: Math.max(1, Math.round((box.height * width) / box.width)),
      colour: computeMeanColour(toned),
    };
  };
}

/** An image that no encoder brings within the limit of its grade. */
export class GradeError extends UserError {}

/** One crop of an image, from which all its files are encoded. */
export interface CroppedImage {
  readonly derivatives: readonly Derivative[];
  /**
   * The bytes of one file. A graded one is decoded again and measured.
   * @throws GradeError if no margin keeps the limit of the grade
   */
  encode(derivative: Derivative): Promise<Uint8Array>;
}

/** @throws if the bytes are not an image */
export async function cropImage(image: ImageInput): Promise<CroppedImage> {
  const { grade, ground } = image;
  const whole = await cropPixels(image);
  const range = grade === 'none' ? null : measureLuminance(whole);
  // Files of the same width are consecutive.
  let last: { readonly width: number; readonly margin: number; readonly pixels: Promise<Pixels> } | null = null;
  const toned = (width: number, margin: number): Promise<Pixels> => {
    if (last?.width !== width || last.margin !== margin)
      last = { width, margin, pixels: toneAt(whole, range, { grade, width, margin }) };
    return last.pixels;
  };
  return {
    derivatives: listDerivatives({ width: Math.min(whole.width, widestWidth) }),
    async encode({ format, width }) {
      for (const margin of grade === 'none' ? [0] : margins) {
        const bytes = await encoder(await toned(width, margin), format, ground).toBuffer();
        if (await decodedKeepsGrade(bytes, grade)) return bytes;
      }
      throw new GradeError(
        `Text on the image cannot be read everywhere, even after the strongest grading with "${grade}". Choose a smoother crop or another image.`,
      );
    },
  };
}

/** A crop of an image, graded, that covers exactly the given size. */
export async function readCoverPixels(
  image: ImageInput,
  size: { readonly width: number; readonly height: number },
): Promise<Pixels> {
  const whole = await cropPixels(image);
  const covering = await readPixels(
    asImage(whole)
      .resize({ ...size, fit: 'cover' })
      .flatten({ background: image.ground }),
  );
  if (image.grade === 'none') return covering;
  return gradePixels(covering, measureLuminance(covering), image.grade, margins[0] ?? 0);
}

async function cropPixels({ source, crop, grade, ground }: ImageInput): Promise<Pixels> {
  const image = sharp(source, { failOn: 'error' });
  const { autoOrient, hasAlpha } = await image.metadata();
  const oriented = image.autoOrient().extract(cropBox(autoOrient, crop)).toColourspace('srgb');
  const opaque = hasAlpha && grade === 'none' ? oriented : oriented.flatten({ background: ground });
  return readPixels(opaque);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A crop in pixels of an image of this size. */
function cropBox(size: Size, crop: Crop): Size & { readonly left: number; readonly top: number } {
  const left = Math.min(Math.round(crop.x * size.width), size.width - 1);
  const top = Math.min(Math.round(crop.y * size.height), size.height - 1);
  const width = Math.max(1, Math.min(Math.round(crop.width * size.width), size.width - left));
  const height = Math.max(1, Math.min(Math.round(crop.height * size.height), size.height - top));
  return { left, top, width, height };
}

interface Tone {
  readonly grade: Grade;
  readonly width: number;
  readonly margin: number;
}

/** The range is that of the whole image, so that all sizes are graded equally. */
async function toneAt(whole: Pixels, range: LuminanceRange | null, { grade, width, margin }: Tone): Promise<Pixels> {
  const pixels = await resize(whole, width);
  return grade === 'none' || range === null ? pixels : gradePixels(pixels, range, grade, margin);
}

function encoder(pixels: Pixels, format: ImageDerivative['format'], ground: string): Sharp {
  const { avif, wideAvif, fallbackWidth, webp, jpeg } = imageSettings;
  const image = asImage(pixels);
  if (format === 'webp') return image.webp(webp);
  if (format === 'avif') return image.avif(pixels.width > fallbackWidth ? wideAvif : avif);
  return image.flatten({ background: ground }).jpeg(jpeg);
}

async function resize(pixels: Pixels, width: number): Promise<Pixels> {
  return width === pixels.width ? pixels : readPixels(asImage(pixels).resize({ width }));
}

async function decodedKeepsGrade(bytes: Uint8Array, grade: Grade): Promise<boolean> {
  return grade === 'none' || keepsGrade(measureLuminance(await readPixels(sharp(bytes))), grade);
}

export function asImage({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

export async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== 3 && info.channels !== 4) {
    throw new UserError(`The image has ${info.channels} channels; RGB or RGB with alpha was expected.`);
  }
  return { data, width: info.width, height: info.height, channels: info.channels };
}
