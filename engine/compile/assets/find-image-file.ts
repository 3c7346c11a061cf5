import { join } from 'node:path';
import { readFileSize } from './asset-lists.ts';

/**
 * The file of an image in the first folder that has it.
 *
 * @param roots Folders with `images/`: the project's root, and that of uploaded images on a server
 */
export async function findImageFile(roots: readonly string[], src: string): Promise<string> {
  for (const root of roots) {
    const file = join(root, src);
    if ((await readFileSize(file)) !== null) return file;
  }
  return join(roots[0] ?? '.', src);
}
