import type { DocumentId, Site } from '#engine/documents/types.ts';
import { getSitePlan } from '../plan.ts';
import { prepareTestedDocument } from './prepare-tested-document.ts';
import type { ExperimentFacts } from './types.ts';

/** An experiment whose variations can be forced by `?<key>=<index>` (X7). */
export interface ForceableExperiment {
  readonly key: string;
  /** It is live; otherwise paused. */
  readonly live: boolean;
  /** Keys of the variations, by index. */
  readonly variations: readonly string[];
  /** Why no variation is assigned; `null` if all variations are ready. */
  readonly obstacle: string | null;
}

/** Experiments on a document, sorted by key. */
export function listForceableExperiments(
  document: DocumentId,
  experiments: ExperimentFacts,
  site: Site,
): readonly ForceableExperiment[] {
  const tested = prepareTestedDocument(document, experiments, getSitePlan(site));
  if (tested === null) return [];
  return [...tested.forceable.values()]
    .map(({ key, variations, obstacle }) => ({
      key,
      live: tested.experiments.has(key),
      variations: variations.map(({ variation }) => variation),
      obstacle,
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
