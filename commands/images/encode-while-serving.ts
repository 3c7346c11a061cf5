import type { Logger } from 'pino';
import { InternalError } from '#engine/shared/errors.ts';
import { listShownImages } from '#engine/compile/assets/collect-images.ts';
import type { FileTask, ImageTask } from '#engine/compile/assets/file-tasks.ts';
import { buildImageKeys } from '#engine/compile/assets/image-key.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { PendingFiles } from '#server/site/images/pending-files.ts';
import type { PendingImages } from '#server/site/images/pending-images.ts';
import type { ImageWorker } from './image-worker.ts';
import { FileLookUps } from './file-look-ups.ts';
import type { SharedImages } from './shared-images.ts';

export interface PendingImageQueue extends PendingImages {
  /** Adds files referenced by a site's pages that do not exist. */
  add(site: Site, manifest: AssetManifest, pending: readonly FileTask[]): void;
  /** From now on, shares files that are not part of the build with other nodes. */
  share(shared: SharedImages): void;
  /** Creates files for pages about to be shown, immediately. */
  plan(tasks: readonly ImageTask[]): Promise<void>;
}

/** Creates missing image files while pages are served: those left by the build, and those of uploaded images. */
export function encodeWhileServing(maker: ImageWorker, log: Logger): PendingImageQueue {
  const tasks = new Map<string, FileTask>();
  const manifests = new WeakMap<Site, AssetManifest>();
  let lookUps: FileLookUps | null = null;
  let sharing: SharedImages | null = null;
  const files = new PendingFiles({
    make(path) {
      const task = tasks.get(path);
      if (task === undefined) throw new InternalError(`The file ${path} was not planned.`);
      return sharing === null || task.kind === 'preview' ? maker.make(task) : sharing.make(task);
    },
    onFailure: (path, error) =>
      log.error({ err: error, path }, 'An image could not be made; pages are sent without it.'),
  });
  const take = (pending: readonly FileTask[]): void => {
    for (const task of pending) tasks.set(task.path, task);
    files.add(pending.map(({ path }) => path));
  };
  return {
    files,
    add(site, manifest, pending) {
      manifests.set(site, manifest);
      take(pending);
    },
    share(shared) {
      sharing = shared;
      lookUps = new FileLookUps(shared);
    },
    async plan(planned) {
      if (planned.length > 0) take((await sharing?.plan(planned)) ?? []);
    },
    whenMade(path) {
      const making = files.whenMade(path);
      if (making !== null || lookUps === null || !lookUps.mayBeElsewhere(path)) return making;
      return lookUps.find(path).then(async (task) => {
        if (task === null) return;
        if (!files.lacks(path)) take([task]);
        await files.whenMade(path);
      });
    },
    ofDocument(site, id) {
      const document = files.size === 0 ? undefined : site.documents.get(id);
      const manifest = manifests.get(site);
      if (document === undefined || manifest === undefined) return [];
      return imagePaths(document, manifest).filter((path) => files.lacks(path));
    },
    close() {
      files.close();
      maker.close();
    },
  };
}

/** Each path once. */
function imagePaths(document: ResolvedDocument, { images }: AssetManifest): readonly string[] {
  const keys = listShownImages(document).flatMap(({ reference }) => Object.values(buildImageKeys(reference)));
  const shown = [...new Set(keys)].flatMap((key: string | null) => (key === null ? [] : [images[key]]));
  return shown.flatMap((image) => image?.derivatives.map(({ path }) => path) ?? []);
}
