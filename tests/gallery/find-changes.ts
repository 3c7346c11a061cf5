import { writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { comparePictures } from './compare-pictures.ts';
import type { Picture } from './write-index.ts';

/** A picture that is not what it was. */
export interface Change {
  readonly picture: Picture;
  /** Pixels that differ; `null` where there was no picture before. */
  readonly pixels: number | null;
  /** File that marks them, beside the new one. */
  readonly marked: string | null;
}

/** Compares what was photographed with the pictures of the same pages in another folder. */
export async function findChanges(
  pictures: readonly Picture[],
  before: string,
  after: string,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const picture of pictures) {
    const old = join(before, picture.file);
    if (!existsSync(old)) {
      changes.push({ picture, pixels: null, marked: null });
      continue;
    }
    const { pixels, marked } = await comparePictures(old, join(after, picture.file));
    if (marked === null) continue;
    const file = picture.file.replace(/\.jpg$/, '.differs.png');
    await writeFile(join(after, file), marked);
    changes.push({ picture, pixels, marked: file });
  }
  return changes;
}
