import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import { paths } from '#server/platform/paths.ts';
import { ImageWorker } from '../../commands/images/image-worker.ts';

/** What puts a file before browsers, by its path. */
const unmade = new Map<string, () => Promise<void>>();

/**
 * Leaves images to be made when a browser asks for them: of all their sizes and formats, it asks for one.
 *
 * @param folder The root of their project.
 */
export function leaveUnmade(tasks: readonly FileTask[], folder: string): void {
  const maker = new ImageWorker({ roots: [folder], outDir: paths.prepared, cacheDir: paths.assetCache });
  for (const task of tasks) unmade.set(task.path, () => maker.make(task));
}

/** @param path Below the public root, such as `assets/images/wine-29.3f9c2a1b.960.avif` */
export async function readAsset(path: string): Promise<Buffer> {
  await unmade.get(path)?.();
  return readFile(join(paths.prepared, path));
}
