import { formatPatch, structuredPatch } from 'diff';

/**
 * A unified diff for `git apply`.
 *
 * @param before texts by path from the project's root
 * @param after only the files that differ; `null` for deleted ones
 */
export function writePatch(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string | null>): string {
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
