import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GradedCrop } from '#engine/documents/types.ts';
import { readFileSize, writeWhole } from './asset-lists.ts';
import { cropImage, GradeError } from './derive-image.ts';
import { buildCropStem, buildImagePath } from './file-names.ts';
import { findImageFile } from './find-image-file.ts';

/**
 * Whether every file of a crop is within the limit of its grade. Files of builds are; others are encoded, and cached for the build. An
 * image that cannot be decoded has a finding of its own.
 *
 * @param digest SHA-256 of the image
 * @throws system errors such as a read error, which say nothing about the crop
 */
export async function holdsGrade(
  crop: GradedCrop & { readonly ground: string },
  {
    roots,
    cacheDir,
    digest,
  }: { readonly roots: readonly string[]; readonly cacheDir: string; readonly digest: string },
): Promise<boolean> {
  const stem = buildCropStem(crop, digest);
  try {
    const image = await cropImage({ ...crop, source: await readFile(await findImageFile(roots, crop.src)) });
    for (const derivative of image.derivatives) {
      const file = join(cacheDir, buildImagePath(stem, derivative));
      if (await readFileSize(file).catch(() => null)) continue;
      const bytes = await image.encode(derivative);
      await writeWhole(file, bytes).catch(() => {
        // Encoded again by the build.
      });
    }
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    return !(error instanceof GradeError);
  }
}
