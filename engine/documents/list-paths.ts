import { globSync } from 'node:fs';

/**
 * Files and folders that match a pattern, as paths from the project's root, sorted. Paths are names in documents, findings and
 * generated files: they have slashes on Windows, too.
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
