import { globSync } from 'node:fs';

/**
 * Files and folders that match a pattern, as sorted paths from the project's root, with slashes on Windows as well: paths are part of
 * documents, findings and generated files.
 */
export function listPaths(
  root: string,
  pattern: string | readonly string[],
  exclude: readonly string[] = [],
): string[] {
  return globSync(pattern, { cwd: root, exclude })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}
