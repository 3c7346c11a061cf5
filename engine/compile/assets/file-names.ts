import { basename, extname } from 'node:path';
import { getImageSettings } from './derive-image.ts';
import { digest, hashDigests } from './hash8.ts';
import type { Crop, Grade } from './image-key.ts';
import type { Derivative } from './image-settings.ts';
import type { OpenGraphTask } from './open-graph-tasks.ts';

interface CropOfFile {
  readonly src: string;
  readonly crop: Crop;
  readonly grade: Grade;
  readonly ground: string;
}

/**
 * Path of a crop's files up to their width, such as `assets/images/wine-29.3f9c2a1b`. Its hash covers all inputs of the bytes, so the
 * name is known before the files exist.
 */
export function buildCropStem({ src, crop, grade, ground }: CropOfFile, sourceDigest: string): string {
  const settings = JSON.stringify([crop.x, crop.y, crop.width, crop.height, grade, getImageSettings(ground)]);
  return `assets/images/${basename(src, extname(src))}.${hashDigests([sourceDigest, digest(settings)])}`;
}

/** Such as `assets/images/wine-29.3f9c2a1b.960.avif`. */
export const buildImagePath = (stem: string, { format, width }: Derivative): string =>
  `${stem}.${width}.${format === 'jpeg' ? 'jpg' : format}`;

/** Such as `assets/og/landings-default.de.3f9c2a1b.jpg`. */
export const buildPreviewPath = ({ name }: Pick<OpenGraphTask, 'name'>, hash: string): string =>
  `assets/og/${name}.${hash}.jpg`;
