import type { Site } from '#engine/documents/types.ts';
import { testedDocument } from './experiment-plan.ts';
import { matchUrl } from './match.ts';
import { sitePlan } from './plan.ts';
import type { Facts } from './types.ts';

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

/** Experiments on the document that a URL asks for, sorted by key. */
export function forcibleExperiments({ url, experiments }: Facts, site: Site): readonly ForcibleExperiment[] {
  const plan = sitePlan(site);
  const { document } = matchUrl(url, plan).match;
  const tested =
    document === undefined || experiments === undefined ? null : testedDocument(document, experiments, plan);
  if (tested === null) return [];
  return [...tested.forcible.values()]
    .map(({ key, variations, obstacle }) => ({ key, live: tested.experiments.has(key), arms: variations, obstacle }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
