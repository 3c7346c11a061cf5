import { onEachPage } from '#engine/shared/on-each-page.ts';
import { buildExperiments } from '../build-experiments.ts';
import type { DocumentId } from '../types.ts';
import type { WrittenDocument } from '../written.ts';

/** An experiment and its variation that shows a document. */
export interface ShownVariation {
  readonly experiment: string;
  readonly variation: string;
}

/** Document → the variations that show it. */
export function groupVariations(
  written: ReadonlyMap<DocumentId, WrittenDocument>,
): ReadonlyMap<DocumentId, readonly ShownVariation[]> {
  const shown = new Map<DocumentId, ShownVariation[]>();
  const sound = [...written.values()].filter(
    ({ kind, value }) => kind !== 'experiment' || Array.isArray(value['variations']),
  );
  for (const { key: experiment, variations } of buildExperiments(sound).flatMap((each) => onEachPage(each)))
    for (const { key: variation, variant } of variations)
      shown.set(variant, [...(shown.get(variant) ?? []), { experiment, variation }]);
  return shown;
}
