import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { type BuildFiles, isLive } from './overrides.ts';
import type { FileContent, ContentPath, ScheduledFile } from './publications.ts';

export const isExperimentPath = (path: ContentPath): boolean => path.startsWith('pages-config/experiments/');

/**
 * Files of scheduled revisions whose content differs from the given one.
 *
 * @param at when the content goes live: revisions after it would replace it; those before are replaced
 */
export async function readScheduled(
  db: Db,
  build: BuildFiles,
  content: ReadonlyMap<ContentPath, FileContent>,
  { now, at }: { readonly now: number; readonly at: number },
): Promise<readonly ScheduledFile[]> {
  if (content.size === 0) return [];
  const rows = await db
    .selectFrom('revisions')
    .innerJoin('revision_files as file', 'file.revision', 'revisions.id')
    .select(['file.path', 'file.revision', 'file.content', 'file.is_released', 'revisions.goes_live_at'])
    .where('revisions.withdrawn_at', 'is', null)
    .where((eb) => eb.not(isLive(eb, now)))
    .where('file.path', 'in', [...content.keys()])
    .orderBy('revisions.goes_live_at')
    .orderBy('file.path')
    .execute();
  return rows.flatMap(({ path, revision, content: stored, is_released: isReleased, goes_live_at: instant }) => {
    const goesLiveAt = Date.parse(instant);
    const isLater = goesLiveAt > at;
    const planned = isReleased === 1 ? (build.get(path) ?? null) : stored;
    // The record of phases includes those of earlier revisions.
    if (planned === content.get(path) || (path === PHASES_FILE && !isLater)) return [];
    return [{ path, revision, goesLiveAt, mayOverride: !isLater || !(path === PHASES_FILE || isExperimentPath(path)) }];
  });
}
