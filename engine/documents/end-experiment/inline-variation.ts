import { findChangingDocuments } from '../compose.ts';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import { selectObjects } from '../json.ts';
import { withoutOwnHead, selectOwnHead } from '../own-head.ts';
import type { Project } from '../project.ts';
import type { DocumentId, ResolvedExperiment } from '../types.ts';
import { foldChanges } from './fold-changes.ts';
import { RefusalError } from './refusal-error.ts';
import type { WrittenValues } from './written-values.ts';

/**
 * Applies the winning variation to the tested document, which keeps its address and window.
 *
 * @param winner id of the variation's document
 * @throws Refusal if the document cannot express the variation
 */
export function inlineVariation(
  { key, document }: ResolvedExperiment,
  winner: DocumentId,
  { expanded }: Project,
  values: WrittenValues,
): void {
  const steps = findChangingDocuments(document, [winner], expanded);
  refuseWindows(steps ?? [expanded.get(winner)]);
  if (steps === null) return takeOver(document, winner, values);
  const changes = steps.flatMap(({ written: { file, value } }) =>
    selectObjects(value['changes']).map((change, index) => ({ change, location: { file, path: ['changes', index] } })),
  );
  const base = values.get(document);
  if (base['extends'] === undefined) foldChanges(document, changes, { values, name: key });
  // A variant gets the changes as they are, with valid pins.
  else
    values.set(document, {
      ...base,
      changes: [...selectObjects(base['changes']), ...changes.map(({ change }) => change)],
    });
}

/** A variation with a window is shown at certain times only, so it cannot be inlined. */
function refuseWindows(documents: readonly (ExpandedDocument | undefined)[]): void {
  for (const document of documents) {
    if (document?.written.value['window'] === undefined) continue;
    const { file } = document.written;
    throw new RefusalError(
      { file, path: ['window'] },
      `"${document.id}" has a window: outside of it visitors of the variation got the base, so it cannot take the place of the base for good. Remove the window, or wait until it is over and retire the experiment.`,
    );
  }
}

/** The content of another landing at the URL of the tested one. */
function takeOver(document: DocumentId, winner: DocumentId, values: WrittenValues): void {
  const { $schema, version, ...content } = withoutOwnHead(values.get(winner));
  values.set(document, { $schema, version, ...selectOwnHead(values.get(document)), ...content }, winner);
}
