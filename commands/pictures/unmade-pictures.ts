import type { Logger } from 'pino';
import { InternalError } from '#engine/base/errors.ts';
import { shownImages } from '#engine/compile/assets/collect-images.ts';
import type { FileTask } from '#engine/compile/assets/file-tasks.ts';
import { imageKeys } from '#engine/compile/assets/image-key.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { UnmadeFiles } from '#server/site/pictures/unmade-files.ts';
import type { UnmadePictures } from '#server/site/pictures/unmade-pictures.ts';
import { MakerProcess } from './maker-process.ts';
import type { MakeFileJob } from './make-files.ts';

export interface PicturesInTheMaking extends UnmadePictures {
  /** Pages of this site name these files, of which some are not there. */
  add(site: Site, manifest: AssetManifest, unmade: readonly FileTask[]): void;
}

/** Makes what a build left undone while pages are served; a build that made everything never comes here. */
export function makeWhileServing(places: Omit<MakeFileJob, 'task'>, log: Logger): PicturesInTheMaking {
  const tasks = new Map<string, FileTask>();
  const manifests = new WeakMap<Site, AssetManifest>();
  const maker = new MakerProcess(places);
  const files = new UnmadeFiles({
    make(path) {
      const task = tasks.get(path);
      if (task === undefined) throw new InternalError(`Nobody planned the file ${path}.`);
      return maker.make(task);
    },
    onFailure: (path, error) =>
      log.error({ err: error, path }, 'A picture could not be made; pages are sent without it.'),
  });
  return {
    files,
    add(site, manifest, unmade) {
      manifests.set(site, manifest);
      for (const task of unmade) tasks.set(task.path, task);
      files.add(unmade.map(({ path }) => path));
    },
    ofDocument(site, id) {
      const document = files.size === 0 ? undefined : site.documents.get(id);
      const manifest = manifests.get(site);
      if (document === undefined || manifest === undefined) return [];
      return picturePaths(document, manifest).filter((path) => files.lacks(path));
    },
    close() {
      files.close();
      maker.close();
    },
  };
}

/** Each once. */
function picturePaths(document: ResolvedDocument, { images }: AssetManifest): readonly string[] {
  const keys = shownImages(document).flatMap(({ reference }) => Object.values(imageKeys(reference)));
  const shown = [...new Set(keys)].flatMap((key: string | null) => (key === null ? [] : [images[key]]));
  return shown.flatMap((image) => image?.derivatives.map(({ path }) => path) ?? []);
}
