import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { UserError } from '#engine/shared/errors.ts';
import type { GradedCrop } from '#engine/documents/types.ts';
import { cropImage, type CroppedImage, GradeError } from './derive-image.ts';
import type { FileTask, ImageTask, PreviewTask } from './file-tasks.ts';
import { digest } from './hash8.ts';
import { buildImageKey } from './image-key.ts';
import type { OpenGraphMaker } from './open-graph.ts';
import { buildCropStem, buildPreviewPath } from './file-names.ts';
import { findImageFile } from './find-image-file.ts';
import { getErrorMessage } from './get-error-message.ts';

/** Crops stay in memory for the following files; each holds its pixels, some ten megabytes. */
const MAX_CACHED_CROPS = 3;
const MAX_CACHED_SOURCES = 6;
/** Sites of one process share a design except while it changes. */
const MAX_CACHED_FONTS = 2;

/** Makes the files of a plan, fastest if those of a crop are consecutive. */
export type MakeFile = (task: FileTask) => Promise<Uint8Array>;

/**
 * @param roots Folders with `images/`: the project's root first
 * @returns a function that rejects with a `UserError` naming document and path if an image is missing, broken, cannot be graded or has
 *   changed since it was planned
 */
export function createFileEncoder(...roots: readonly string[]): MakeFile {
  const sources = new LRUCache<string, Promise<Source>>({ max: MAX_CACHED_SOURCES });
  const crops = new LRUCache<string, Promise<CroppedImage>>({ max: MAX_CACHED_CROPS });
  const previews = new LRUCache<string, Promise<OpenGraphMaker>>({ max: MAX_CACHED_FONTS });

  function getSource(src: string): Promise<Source> {
    const source = sources.get(src) ?? findImageFile(roots, src).then(readSource);
    sources.set(src, source);
    return source;
  }

  function getCrop({ src, crop, grade, ground }: ImageTask, bytes: Uint8Array): Promise<CroppedImage> {
    const key = `${ground} ${buildImageKey(src, crop, grade)}`;
    const cropped = crops.get(key) ?? cropImage({ source: bytes, crop, grade, ground });
    crops.set(key, cropped);
    return cropped;
  }

  function previewsIn(font: PreviewTask['preview']['font']): Promise<OpenGraphMaker> {
    const key = JSON.stringify(font);
    // Packages for drawing text are loaded on demand.
    const maker =
      previews.get(key) ?? import('./open-graph.ts').then(({ createOpenGraphMaker }) => createOpenGraphMaker(font));
    previews.set(key, maker);
    return maker;
  }

  async function makeImage(task: ImageTask): Promise<Uint8Array> {
    try {
      const source = await getSource(task.src);
      requirePlanned(task.path.startsWith(`${buildCropStem(task, source.digest)}.`));
      return await (await getCrop(task, source.bytes)).encode(task);
    } catch (error) {
      if (error instanceof GradeError && task.grade !== 'none')
        throw new CrossingError(task.where, { ...task, grade: task.grade }, error);
      throw mistake(`${task.where}: the image "${task.src}" could not be prepared`, error);
    }
  }

  async function makePreview({ path, preview }: PreviewTask): Promise<Uint8Array> {
    try {
      const maker = await previewsIn(preview.font);
      const source = await getSource(preview.image.src);
      requirePlanned(path === buildPreviewPath(preview, maker.computeHash(preview, source.digest)));
      return await maker.draw(preview, source.bytes);
    } catch (error) {
      throw mistake(`${preview.where}: the link preview could not be drawn`, error);
    }
  }

  return (task) => (task.kind === 'picture' ? makeImage(task) : makePreview(task));
}

interface Source {
  readonly bytes: Uint8Array;
  readonly digest: string;
}

async function readSource(file: string): Promise<Source> {
  const bytes = await readFile(file);
  return { bytes, digest: digest(bytes) };
}

/** The name of a file identifies all its inputs: other bytes must never be sent under it. */
function requirePlanned(isPlanned: boolean): void {
  if (!isPlanned) throw new UserError('its file was changed since the last build; build again.');
}

/** A crop that no encoder brings within the limit of its grade. */
export class CrossingError extends UserError {
  readonly crop: GradedCrop;

  constructor(where: string, { src, crop, grade }: GradedCrop, cause: GradeError) {
    super(`${where}: the image "${src}" could not be prepared: ${cause.message}`, { cause });
    this.crop = { src, crop, grade };
  }
}

function mistake(what: string, error: unknown): UserError {
  return new UserError(`${what}: ${getErrorMessage(error)}`, { cause: error });
}
