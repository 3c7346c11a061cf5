import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compareImages } from './compare-images.ts';
import type { Picture } from './write-index.ts';

/** An image that is not what it was. */
export interface Change {
  readonly image: Picture;
  /** Pixels that differ; `null` where there was no image before. */
  readonly pixels: number | null;
  /** File that marks them, beside the new one. */
  readonly marked: string | null;
}

/** Compares what was photographed with the images of the same pages in another folder. */
export async function findChanges(
  images: readonly Picture[],
  before: string,
  after: string,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const image of images) {
    const old = join(before, image.file);
    if (!existsSync(old)) {
      changes.push({ image, pixels: null, marked: null });
      continue;
    }
    const { pixels, marked } = await compareImages(old, join(after, image.file));
    if (marked === null) continue;
    const file = image.file.replace(/\.jpg$/, '.differs.png');
    await writeFile(join(after, file), marked);
    changes.push({ image, pixels, marked: file });
  }
  return changes;
}
