import { locales } from '#schemas/generated/vocabulary.ts';
import type { ImageSize, ProjectImages } from '#server/site/publications/ports.ts';
import type { UploadUse, Upload } from '#server/site/uploads/uploads.ts';
import type { ContentTools } from '../tools.ts';

/** An image that documents may name. */
export interface LibraryImage {
  /** Path by which documents refer to it. */
  readonly path: string;
  /** `null` when it exists in the build only. */
  readonly upload: Upload | null;
  /** Whether it is part of the build. */
  readonly isBuilt: boolean;
  readonly uses: readonly UploadUse[];
}

/** All images, uploads first, newest first. */
export async function readLibrary({
  uploads,
  images,
}: Pick<ContentTools, 'uploads' | 'images'>): Promise<readonly LibraryImage[]> {
  const [uploaded, built, uses] = await Promise.all([uploads.list(), images.list(), uploads.findUses()]);
  const inBuild = new Set(built);
  const known = new Set(uploaded.map(({ path }) => path));
  const getUses = (path: string): readonly UploadUse[] => uses.get(path) ?? [];
  return [
    ...uploaded.map((upload) => ({
      path: upload.path,
      upload,
      isBuilt: inBuild.has(upload.path),
      uses: getUses(upload.path),
    })),
    ...built
      .filter((path) => !known.has(path))
      .toSorted()
      .map((path) => ({ path, upload: null, isBuilt: true, uses: getUses(path) })),
  ];
}

export const getName = ({ path, upload }: Pick<LibraryImage, 'path' | 'upload'>): string =>
  upload?.name ?? path.slice(path.indexOf('/') + 1);

/** Languages in which an upload lacks a required alternative text. */
export const listMissingAlt = ({ alt, isDecorative }: Pick<Upload, 'alt' | 'isDecorative'>): readonly string[] =>
  isDecorative ? [] : locales.filter((locale) => (alt[locale] ?? '') === '');

/** Images of a build never change while it runs. */
const sizes = new WeakMap<ProjectImages, Map<string, ImageSize | null>>();

/** Sizes of images by path; a broken image has none. */
export async function readSizes(
  images: ProjectImages,
  shown: readonly Pick<LibraryImage, 'path' | 'upload'>[],
): Promise<ReadonlyMap<string, ImageSize>> {
  const measured = sizes.get(images) ?? new Map<string, ImageSize | null>();
  sizes.set(images, measured);
  const unknown = shown.filter(({ path, upload }) => upload === null && !measured.has(path)).map(({ path }) => path);
  const found = unknown.length === 0 ? [] : await images.measure(unknown);
  for (const [index, path] of unknown.entries()) measured.set(path, found[index] ?? null);
  return new Map(
    shown.flatMap(({ path, upload }) => {
      const size = upload ?? measured.get(path) ?? null;
      return size === null ? [] : [[path, size] as const];
    }),
  );
}
