import { existsSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { touchAssets, type AssetList } from '#engine/compile/assets/asset-lists.ts';
import { PAGES_FILE } from '#server/platform/build-record.ts';
import { paths } from '#server/platform/paths.ts';

/** Builds retained regardless of age: the current one and two for a rollback. */
const MIN_RELEASES = 3;
/** Milliseconds between two records of a server that it uses its build and its files. */
const NOTE_INTERVAL_MS = 3_600_000;
/** Milliseconds after which a build counts as unused; allows for a suspended machine. */
const UNUSED_AFTER = 2 * 24 * NOTE_INTERVAL_MS;

/** A unique name that sorts by time, such as `20261120T100000123Z-3f9c2a1b`. */
export function nameRelease(buildId: string, now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}-${buildId.slice(0, 8)}`;
}

/** Deletes old unused builds, and remains of aborted ones. */
export async function deleteOldReleases(now: number, folder: string = paths.releases): Promise<void> {
  let retained = 0;
  for (const name of (await readdir(folder)).toSorted().toReversed()) {
    const path = join(folder, name);
    // Aborted builds do not count; a running one is recent.
    if (existsSync(join(path, PAGES_FILE)) && (retained += 1) <= MIN_RELEASES) continue;
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > UNUSED_AFTER) await rm(path, { recursive: true, force: true });
  }
}

/** Prevents other builds from deleting files that this process uses, until it ends. */
export function recordUse(release: string, lists: () => readonly AssetList[]): void {
  const note = async (): Promise<void> => {
    const now = new Date();
    // A read-only folder, as in a container, is not cleaned up either.
    await utimes(join(paths.releases, release), now, now).catch(() => undefined);
    for (const list of lists()) await touchAssets(list).catch(() => undefined);
  };
  // Immediately, because a build made days before would otherwise count as unused for an hour.
  void note();
  setInterval(() => void note(), NOTE_INTERVAL_MS).unref();
}
