import type { DocumentId, Site } from '#engine/documents/types.ts';
import { sitePlan } from '../plan.ts';
import { testedDocument } from './tested-document.ts';
import type { ExperimentFacts } from './types.ts';

/** An experiment whose arms may be asked for by `?<key>=<index>` (X7). */
export interface ForcibleExperiment {
  readonly key: string;
  /** Visitors are enrolled; otherwise it is paused. */
  readonly live: boolean;
  /** Keys of the arms, by index. */
  readonly arms: readonly string[];
  /** Why nobody is enrolled, in words; `null` when all arms can be sent. */
  readonly obstacle: string | null;
}

/** Experiments on a document, sorted by key. */
export function forcibleExperiments(
  document: DocumentId,
  experiments: ExperimentFacts,
  site: Site,
): readonly ForcibleExperiment[] {
  const tested = testedDocument(document, experiments, sitePlan(site));
  if (tested === null) return [];
  return [...tested.forcible.values()]
    .map(({ key, variations, obstacle }) => ({ key, live: tested.experiments.has(key), arms: variations, obstacle }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
