import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeFile, readFileSize, writeWhole } from '#engine/compile/assets/asset-lists.ts';
import type { ImageTask } from '#engine/compile/assets/file-tasks.ts';
import type { Overlay } from '#server/site/publications/overrides.ts';
import type { ImageFiles } from '#server/site/uploads/image-files.ts';
import type { UploadedImage } from '#server/site/publications/ports.ts';
import type { Uploads } from '#server/site/uploads/uploads.ts';
import type { ImageWorker } from './image-worker.ts';

/** Image files that are created once for all nodes. */
export interface SharedImages {
  /** Uploads used in content, with their files on the disk of this node. */
  uploadsIn(overlays: readonly Overlay[]): Promise<readonly UploadedImage[]>;
  /** Makes files available on request. @returns tasks of files that this node lacks */
  plan(tasks: readonly ImageTask[]): Promise<readonly ImageTask[]>;
  findTasks(paths: readonly string[]): Promise<readonly ImageTask[]>;
  isThere(path: string): Promise<boolean>;
  /** Publishes a file, created by another node or now. */
  make(task: ImageTask): Promise<void>;
}

export interface SharedImagesPorts {
  readonly uploads: Pick<Uploads, 'mentionedIn' | 'readContent'>;
  readonly files: ImageFiles;
  readonly maker: Pick<ImageWorker, 'make'>;
  /** Folder of uploads on this node. */
  readonly uploadsDir: string;
  readonly outDir: string;
  readonly cacheDir: string;
}

export function createSharedImages(ports: SharedImagesPorts): SharedImages {
  const { uploads, files, maker, uploadsDir, outDir, cacheDir } = ports;
  const isThere = async (path: string): Promise<boolean> => (await readFileSize(join(outDir, path))) !== null;

  /** The content of a path never changes. */
  async function fetchUpload(path: string): Promise<void> {
    const file = join(uploadsDir, path);
    if ((await readFileSize(file)) !== null) return;
    const content = await uploads.readContent(path);
    if (content !== null) await writeWhole(file, content);
  }

  async function put(path: string, content: Uint8Array): Promise<void> {
    await writeWhole(join(cacheDir, path), content);
    await placeFile(join(cacheDir, path), join(outDir, path));
  }

  return {
    isThere,
    findTasks: (paths) => files.findTasks(paths),
    async uploadsIn(overlays) {
      const mentioned = await uploads.mentionedIn(overlays);
      for (const { path } of mentioned) await fetchUpload(path);
      return mentioned;
    },
    async plan(tasks) {
      await files.plan(tasks);
      const there = await Promise.all(tasks.map(({ path }) => isThere(path)));
      return tasks.filter((_, index) => there[index] !== true);
    },
    async make(task) {
      const { path, src } = task;
      const stored = await files.read(path);
      if (stored !== null) return put(path, stored);
      await fetchUpload(src);
      await maker.make(task);
      const made = await readFile(join(outDir, path));
      const shared = await files.store(path, made);
      if (!made.equals(shared)) await put(path, shared);
    },
  };
}
