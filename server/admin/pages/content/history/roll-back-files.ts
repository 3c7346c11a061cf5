import type { Content, Publications } from '#server/site/publications/publications.ts';
import type { ChangedFile } from '../model/changes.ts';

/** Revisions that a roll-back looks back over. */
const MAX_REVISIONS = 500;

/**
 * Files that a roll-back to a revision changes, with what visitors get now and then; 0 is the build. `only`: not all of them, unless
 * empty. `null` when visitors never got that revision.
 */
export async function filesOfRollBack(
  { publications }: { readonly publications: Publications },
  to: number,
  only: readonly string[],
): Promise<readonly ChangedFile[] | null> {
  const { revisions } = await publications.listRevisions({ limit: MAX_REVISIONS, offset: 0 });
  const live = revisions
    .filter(({ state }) => state === 'live')
    .toSorted((one, other) => one.goesLiveAt - other.goesLiveAt || one.id - other.id);
  const position = live.findIndex(({ id }) => id === to);
  if (to !== 0 && position === -1) return null;
  const [until, later] = [live.slice(0, position + 1), live.slice(position + 1)];
  const paths = [...new Set(later.flatMap((revision) => revision.paths))].toSorted();
  const now = await publications.readContent();
  const read = async (id: number, path: string) =>
    (await publications.readRevision(id))?.files.find((file) => file.path === path);
  /** After the last revision until then; without one, what was there before the first of the later ones. */
  const contentThen = async (path: string): Promise<Content> => {
    const earlier = until.findLast((revision) => revision.paths.includes(path));
    if (earlier !== undefined) return (await read(earlier.id, path))?.after ?? null;
    const first = later.find((revision) => revision.paths.includes(path));
    return first === undefined ? null : ((await read(first.id, path))?.before ?? null);
  };
  const files = await Promise.all(
    paths
      .filter((path) => only.length === 0 || only.includes(path))
      .map(async (path) => ({ path, before: now.get(path) ?? null, after: await contentThen(path) })),
  );
  return files.filter(({ before, after }) => before !== after);
}
