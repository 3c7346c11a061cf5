import { formatPatch, structuredPatch } from 'diff';

/**
 * What `git apply` makes of the files before those after, as a unified diff.
 *
 * @param before texts by path from the project's root
 * @param after only the files that differ; `null` for those that are gone
 */
export function patchOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string | null>): string {
  return [...after]
    .map(([file, text]) => {
      const old = before.get(file);
      return formatPatch({
        ...structuredPatch(
          old === undefined ? '/dev/null' : `a/${file}`,
          text === null ? '/dev/null' : `b/${file}`,
          old ?? '',
          text ?? '',
          undefined,
          undefined,
          { context: 3 },
        ),
        isGit: true,
        ...(old === undefined && { isCreate: true, newMode: '100644' }),
        ...(text === null && { isDelete: true, oldMode: '100644' }),
      });
    })
    .join('');
}
