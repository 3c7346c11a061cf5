import type { Db } from '#server/platform/database/open-database.ts';
import { PHASES_FILE } from '#engine/documents/experiment-phases.ts';
import { isContentPath } from './content-path.ts';
import { type BuildFiles, hashContent, isLive, buildOverlay, readOverrides } from './overrides.ts';
import type { PublicationPorts } from './ports.ts';
import type { FileContent, ContentPath, PublishedDifference, Publications } from './publications.ts';

/** Compares the files of a project with published content. */
export function createDifferences({
  database: { db },
  clock,
  project,
}: PublicationPorts): Pick<Publications, 'listDifferences'> {
  return { listDifferences: async () => findContentDifferences(db, await project.files(), clock.now()) };
}

/** The differences between the files of a build and content that is live at `now`, sorted by path. */
export async function findContentDifferences(
  db: Db,
  build: BuildFiles,
  now: number,
): Promise<readonly PublishedDifference[]> {
  const overrides = await readOverrides(db, (eb) => isLive(eb, now));
  const overlay = buildOverlay(build, overrides);
  const differences: PublishedDifference[] = [];
  for (const [path, { revision, buildHash, isReleased }] of overrides) {
    const own = build.get(path);
    const content = isReleased ? undefined : overlay.get(path);
    // Database paths are validated before they are written to disk.
    if ((!isContentPath(path) && path !== PHASES_FILE) || (!isReleased && content === undefined)) continue;
    const isUnchanged = hashContent(own) === buildHash;
    const isPublished = !isUnchanged && (await wasPublished(db, path, own ?? null));
    if (content !== undefined) differences.push({ path, content, revision, isDrifted: !isUnchanged && !isPublished });
    else if (isPublished) {
      const before = await builtContent(db, path, buildHash);
      if (before !== undefined) differences.push({ path, content: before, revision, isDrifted: false });
    }
  }
  return differences.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Whether any revision published this content of a file. */
async function wasPublished(db: Db, path: ContentPath, content: FileContent): Promise<boolean> {
  const row = await db
    .selectFrom('revision_files')
    .select('revision')
    .where('path', '=', path)
    .where('is_released', '=', 0)
    .where((eb) => (content === null ? eb('content', 'is', null) : eb('content', '=', content)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The build's file restored by a rollback, as an earlier publication stored it; `undefined` when none did. */
async function builtContent(db: Db, path: ContentPath, buildHash: string): Promise<FileContent | undefined> {
  const rows = await db.selectFrom('revision_files').select('base').where('path', '=', path).execute();
  return rows.find(({ base }) => hashContent(base ?? undefined) === buildHash)?.base;
}
