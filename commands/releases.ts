import { existsSync } from 'node:fs';
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { touchAssets, type AssetList } from '#engine/compile/assets/asset-lists.ts';
import { PAGES_FILE } from '#server/platform/build-record.ts';
import { paths } from '#server/platform/paths.ts';

/** Builds that stay whatever their age: the present one and the two that it may be rolled back to. */
const MIN_RELEASES = 3;
/** Milliseconds between two notes of a server that it uses its build and its files. */
const NOTE_INTERVAL_MS = 3_600_000;
/** Milliseconds after which a build is in use by nobody; a server that sleeps for a night is not forgotten. */
const UNUSED_AFTER = 2 * 24 * NOTE_INTERVAL_MS;

/** A name that sorts by time and is given once, such as `20261120T100000123Z-3f9c2a1b`. */
export function nameRelease(buildId: string, now: number): string {
  return `${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}-${buildId.slice(0, 8)}`;
}

/** Removes builds that nobody uses and nobody would go back to, with what a build left behind that was broken off. */
export async function deleteOldReleases(now: number, folder: string = paths.releases): Promise<void> {
  let retained = 0;
  for (const name of (await readdir(folder)).toSorted().toReversed()) {
    const path = join(folder, name);
    // A build that was broken off takes the place of none that ended; one that still runs is young.
    if (existsSync(join(path, PAGES_FILE)) && (retained += 1) <= MIN_RELEASES) continue;
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > UNUSED_AFTER) await rm(path, { recursive: true, force: true });
  }
}

/** Lets no build delete what this process still loads from, until the process ends. */
export function noteUse(release: string, lists: () => readonly AssetList[]): void {
  const note = async (): Promise<void> => {
    const now = new Date();
    // A read-only folder, as in a container, is cleared by nobody either.
    await utimes(join(paths.releases, release), now, now).catch(() => undefined);
    for (const list of lists()) await touchAssets(list).catch(() => undefined);
  };
  // A build that was made days before this start would otherwise be in use by nobody for an hour.
  void note();
  setInterval(() => void note(), NOTE_INTERVAL_MS).unref();
}
