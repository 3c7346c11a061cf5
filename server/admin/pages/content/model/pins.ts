import { applyEdits } from '#engine/documents/apply-edits.ts';
import { replaceString } from '#engine/documents/edit-property.ts';
import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { type PinnedChange, listPinnedChanges } from '#engine/documents/inheritance/list-pinned-changes.ts';

/** Changes of a variant whose original was edited after they were written (rule `patch-drift`). */
export function listOutdatedChanges(variant: ExpandedDocument): readonly PinnedChange[] {
  return listPinnedChanges(variant).filter(({ pin, base }) => pin !== base.pin);
}

/** The file of a variant with pins of the current original; `null` when they are current already. */
export function acceptOriginal(variant: ExpandedDocument): string | null {
  const { source } = variant.written;
  const edits = listOutdatedChanges(variant).flatMap(
    ({ index, base: { pin } }) => replaceString(source, ['changes', index, 'pin'], pin) ?? [],
  );
  return edits.length === 0 ? null : applyEdits(source.text, edits);
}
