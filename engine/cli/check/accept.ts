import { suggestName } from '#engine/shared/suggest-name.ts';
import { UserError } from '#engine/shared/errors.ts';
import type { TextEdit } from '#engine/shared/finding.ts';
import { replaceString } from '#engine/documents/edit-property.ts';
import { listPinnedChanges } from '#engine/documents/inheritance/list-pinned-changes.ts';
import type { Project } from '#engine/documents/project.ts';
import type { PinnedValues } from '#engine/documents/pinned-values.ts';
import { type Drift, formatThreeWayDiff } from './format-three-way-diff.ts';

export interface Acceptance {
  /** Output before anything is accepted. */
  readonly views: string;
  /** New pins; empty when no document was named. */
  readonly edits: readonly TextEdit[];
}

/**
 * Output and edits of `npm run check -- --accept [document]`: changes whose base was edited in three versions, and new pins of the named document.
 *
 * @throws UserError for a document whose bases did not change
 */
export function accept(
  { expanded, references }: Pick<Project, 'expanded' | 'references'>,
  pinned: PinnedValues,
  document: string | undefined,
): Acceptance {
  const all = [...expanded.values()].flatMap((variant) =>
    listPinnedChanges(variant)
      .filter(({ pin, base }) => pin !== base.pin)
      .map((change) => ({ change, variant })),
  );
  const chosen = document === undefined ? all : all.filter(({ variant }) => variant.id === document);
  if (document !== undefined && chosen.length === 0)
    throw notMoved(document, new Set(all.map(({ variant }) => variant.id)));
  const views = chosen.flatMap(({ change, variant }) => {
    const drift: Drift = { ...change, document: variant.id, extended: variant.bases[0] ?? '' };
    return [...formatThreeWayDiff(drift, pinned, references.texts), ''];
  });
  const edits = chosen.flatMap(
    ({ change, variant }) =>
      replaceString(variant.written.source, ['changes', change.index, 'pin'], change.base.pin) ?? [],
  );
  return { views: views.join('\n'), edits: document === undefined ? [] : edits };
}

function notMoved(document: string, moved: ReadonlySet<string>): UserError {
  const meant = suggestName(document, [...moved]);
  const suggestion = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const list = moved.size === 0 ? 'There is no such document.' : `Bases moved under ${[...moved].join(', ')}.`;
  return new UserError(`Nothing moved under the changes of "${document}".${suggestion} ${list}`);
}
