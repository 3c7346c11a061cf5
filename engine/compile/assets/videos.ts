import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import type { AssetStore } from './asset-store.ts';
import { getErrorMessage } from './get-error-message.ts';
import { hash8 } from './hash8.ts';

/**
 * Copies videos and captions under names with a content hash; returns file → path below the base path.
 *
 * @throws UserError that names a file that cannot be read
 */
export async function prepareVideos(
  root: string,
  files: readonly string[],
  store: Pick<AssetStore, 'obtainFile'>,
): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  for (const file of files) {
    const bytes = await readFile(join(root, file)).catch((error: unknown) => {
      throw new UserError(
        `The file "${file}" could not be read (${getErrorMessage(error)}). Put it there, or name another one.`,
      );
    });
    const path = `assets/videos/${basename(file, extname(file))}.${hash8(bytes)}${extname(file)}`;
    await store.obtainFile(path, () => Promise.resolve(bytes));
    paths[file] = path;
  }
  return paths;
}
