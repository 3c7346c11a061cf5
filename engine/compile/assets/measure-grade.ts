import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GradedCrop } from '#engine/documents/types.ts';
import { readFileSize, writeWhole } from './asset-lists.ts';
import { cropPicture, GradeError } from './derive-image.ts';
import { cropStem, picturePath } from './file-names.ts';

/**
 * Whether every file of a crop is within the limit of its grade. Files that a build made are; others are made, and kept
 * for the build. A picture that cannot be decoded has a finding of its own.
 *
 * @param digest SHA-256 of the picture
 */
export async function holdsGrade(
  crop: GradedCrop & { readonly ground: string },
  { root, cacheDir, digest }: { readonly root: string; readonly cacheDir: string; readonly digest: string },
): Promise<boolean> {
  const stem = cropStem(crop, digest);
  try {
    const picture = await cropPicture({ ...crop, source: await readFile(join(root, crop.src)) });
    for (const derivative of picture.derivatives) {
      const file = join(cacheDir, picturePath(stem, derivative));
      if (!(await readFileSize(file))) await writeWhole(file, await picture.encode(derivative));
    }
    return true;
  } catch (error) {
    return !(error instanceof GradeError);
  }
}
