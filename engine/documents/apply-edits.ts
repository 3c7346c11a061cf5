import type { TextEdit } from '#engine/shared/finding.ts';

/** Applies edits of a file, last one first, so that offsets stay valid; equal edits apply once. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const unique = new Map(edits.map((edit) => [`${edit.offset} ${edit.length} ${edit.text}`, edit]));
  return [...unique.values()]
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (result, { offset, length, text: replacement }) =>
        result.slice(0, offset) + replacement + result.slice(offset + length),
      text,
    );
}
