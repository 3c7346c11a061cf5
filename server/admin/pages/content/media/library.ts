import { locales } from '#schemas/generated/vocabulary.ts';
import type { PictureSize, ProjectPictures } from '#server/site/publications/ports.ts';
import type { PictureUse, Upload } from '#server/site/uploads/uploads.ts';
import type { ContentTools } from '../tools.ts';

/** A picture that documents may name. */
export interface LibraryPicture {
  /** As documents name it. */
  readonly path: string;
  /** `null` for one of the build alone. */
  readonly upload: Upload | null;
  /** Whether it is part of the build. */
  readonly isBuilt: boolean;
  readonly uses: readonly PictureUse[];
}

/** All pictures, uploads before those of the build, the newest ones first. */
export async function readLibrary({
  uploads,
  pictures,
}: Pick<ContentTools, 'uploads' | 'pictures'>): Promise<readonly LibraryPicture[]> {
  const [uploaded, built, uses] = await Promise.all([uploads.list(), pictures.list(), uploads.findUses()]);
  const inBuild = new Set(built);
  const known = new Set(uploaded.map(({ path }) => path));
  const getUses = (path: string): readonly PictureUse[] => uses.get(path) ?? [];
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

export const getName = ({ path, upload }: Pick<LibraryPicture, 'path' | 'upload'>): string =>
  upload?.name ?? path.slice(path.indexOf('/') + 1);

/** Languages in which an upload has no alternative text although it needs one. */
export const missingAlt = ({ alt, isDecorative }: Pick<Upload, 'alt' | 'isDecorative'>): readonly string[] =>
  isDecorative ? [] : locales.filter((locale) => (alt[locale] ?? '') === '');

/** Pictures of a build never change while it runs. */
const sizes = new WeakMap<ProjectPictures, Map<string, PictureSize | null>>();

/** Sizes of pictures, by their paths; a broken one has none. */
export async function readSizes(
  pictures: ProjectPictures,
  shown: readonly Pick<LibraryPicture, 'path' | 'upload'>[],
): Promise<ReadonlyMap<string, PictureSize>> {
  const measured = sizes.get(pictures) ?? new Map<string, PictureSize | null>();
  sizes.set(pictures, measured);
  const unknown = shown.filter(({ path, upload }) => upload === null && !measured.has(path)).map(({ path }) => path);
  const found = unknown.length === 0 ? [] : await pictures.measure(unknown);
  for (const [index, path] of unknown.entries()) measured.set(path, found[index] ?? null);
  return new Map(
    shown.flatMap(({ path, upload }) => {
      const size = upload ?? measured.get(path) ?? null;
      return size === null ? [] : [[path, size] as const];
    }),
  );
}
