import { access, cp } from 'node:fs/promises';
import type { ReleaseFolder } from '#server/platform/build-record.ts';
import type { BuildTask } from './build-task.ts';

/** Copies the code of a build to another one with the same code, including compressed files and source maps. */
export function reuseCode(from: ReleaseFolder, to: ReleaseFolder): BuildTask {
  const made = new Set([from.pages, from.images, from.checked]);
  const done = cp(from.root, to.root, { recursive: true, filter: (path) => !made.has(path) });
  return { done, stop: () => done.catch(() => undefined) };
}

/** Whether the code of a build exists: it may be deleted without its record. */
export async function hasCode({ client, server, sourceMaps }: ReleaseFolder): Promise<boolean> {
  const folders = [client, server, sourceMaps].map((folder) => access(folder));
  return (await Promise.allSettled(folders)).every(({ status }) => status === 'fulfilled');
}
