import { open, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { uploadLimits } from '#engine/shared/upload-limits.ts';
import { digest } from './hash8.ts';

/** Stored formats. */
export type StoredFormat = 'jpeg' | 'png' | 'webp';

export interface NormalisedImage {
  /** Upright, in sRGB, without metadata such as location and camera. */
  readonly content: Uint8Array;
  /** SHA-256 of the content. */
  readonly hash: string;
  readonly format: StoredFormat;
  readonly width: number;
  readonly height: number;
  /** WebP, at most 320 pixels. */
  readonly thumbnail: Uint8Array;
}

/** Why a file is rejected. */
export type ImageRefusal = 'empty' | 'format' | 'svg' | 'heic' | 'video' | 'animated' | 'pixels' | 'damaged';

export type NormaliseOutcome =
  | { readonly code: 'TAKEN'; readonly image: NormalisedImage }
  | { readonly code: 'REFUSED'; readonly reason: ImageRefusal };

type Kind =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'avif'
  | Extract<ImageRefusal, 'empty' | 'format' | 'svg' | 'heic' | 'video' | 'animated'>;

const refused = (reason: ImageRefusal): NormaliseOutcome => ({ code: 'REFUSED', reason });

/** Validates and normalizes an uploaded file, by its content regardless of its name. */
export async function normaliseImage(file: string): Promise<NormaliseOutcome> {
  const kind = detectKind(await readHead(file));
  if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp' && kind !== 'avif') return refused(kind);
  try {
    // Checked before decoding.
    const { width, height, pages = 1, hasAlpha } = await sharp(file, { limitInputPixels: false }).metadata();
    if (width * height > uploadLimits.pixels) return refused('pixels');
    if (pages > 1) return refused('animated');
    const format = kind === 'png' ? 'png' : !hasAlpha ? 'jpeg' : 'webp';
    const upright = sharp(file, { failOn: 'error', limitInputPixels: uploadLimits.pixels, sequentialRead: true })
      .autoOrient()
      .resize({ width: uploadLimits.side, height: uploadLimits.side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoded =
      format === 'jpeg'
        ? upright.jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
        : format === 'png'
          ? upright.png()
          : upright.webp({ quality: 92 });
    const { data: content, info } = await encoded.toBuffer({ resolveWithObject: true });
    const thumbnail = await makeThumbnail(content);
    return {
      code: 'TAKEN',
      image: { content, hash: digest(content), format, width: info.width, height: info.height, thumbnail },
    };
  } catch {
    // The header was valid, but decoding failed.
    return refused('damaged');
  }
}

/**
 * @param source an image, or its file
 * @returns a WebP of at most 320 pixels
 * @throws for an invalid image
 */
export function makeThumbnail(source: string | Uint8Array): Promise<Uint8Array> {
  return sharp(source, { limitInputPixels: uploadLimits.pixels })
    .autoOrient()
    .resize({ width: uploadLimits.thumbnail, height: uploadLimits.thumbnail, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70 })
    .toBuffer();
}

export interface ImageSize {
  /** Upright pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** @throws for an invalid image */
export async function measureImage(file: string): Promise<ImageSize> {
  const { autoOrient } = await sharp(file).metadata();
  return { ...autoOrient, bytes: (await stat(file)).size };
}

/** Bytes that contain the signature of a format, and the animation chunk of a PNG. */
const HEAD = 64 * 1024;

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Start of WebM and Matroska. */
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function detectKind(head: Buffer): Kind {
  if (head.length === 0) return 'empty';
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (head.subarray(0, 8).equals(PNG)) return isAnimatedPng(head) ? 'animated' : 'png';
  const ascii = (from: number, to: number): string => head.toString('latin1', from, to);
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(0, 3) === 'GIF') return 'format';
  if (ascii(4, 8) === 'ftyp') {
    const brands = ascii(8, Math.min(head.readUInt32BE(0), 64));
    if (brands.startsWith('avis')) return 'animated';
    if (brands.includes('avif')) return 'avif';
    return /hei|mif1|msf1/.test(brands) ? 'heic' : 'video';
  }
  if (head.subarray(0, 4).equals(EBML) || (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'AVI ')) return 'video';
  return /^\s*<(?:\?xml|!DOCTYPE svg|!--|svg)/i.test(head.toString('utf8', 0, 512).replace(/^\uFEFF/, ''))
    ? 'svg'
    : 'format';
}

/** The chunk `acTL` precedes image data (PNG 3, 11.3.4). */
function isAnimatedPng(head: Buffer): boolean {
  for (let at = 8; at + 8 <= head.length;) {
    const type = head.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += 12 + head.readUInt32BE(at);
  }
  return false;
}
