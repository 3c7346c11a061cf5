import type { DocumentId, Site } from '#engine/documents/types.ts';
import { sitePlan } from '../plan.ts';
import { testedDocument } from './tested-document.ts';
import type { ExperimentFacts } from './types.ts';

/** An experiment whose arms may be asked for by `?<key>=<index>` (X7). */
export interface ForceableExperiment {
  readonly key: string;
  /** Visitors are enrolled; otherwise it is paused. */
  readonly live: boolean;
  /** Keys of the variations, by index. */
  readonly variations: readonly string[];
  /** Why nobody is enrolled, in words; `null` when all arms can be sent. */
  readonly obstacle: string | null;
}

/** Experiments on a document, sorted by key. */
export function forceableExperiments(
  document: DocumentId,
  experiments: ExperimentFacts,
  site: Site,
): readonly ForceableExperiment[] {
  const tested = testedDocument(document, experiments, sitePlan(site));
  if (tested === null) return [];
  return [...tested.forceable.values()]
    .map(({ key, arms, obstacle }) => ({
      key,
      live: tested.experiments.has(key),
      variations: arms.map(({ variation }) => variation),
      obstacle,
    }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
