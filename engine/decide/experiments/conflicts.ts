import { composeVariations } from '#engine/documents/compose.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { type PreparedExperiment, listVariantsInPlace } from './tested-experiment.ts';

/** Key of an experiment → keys of earlier ones with a conflicting variation. */
export type Conflicts = ReadonlyMap<string, ReadonlySet<string>>;

/** Documents of this site are checked for conflicts, but a flag service may run any two of them. */
export function findConflicts(experiments: readonly PreparedExperiment[], id: DocumentId, site: Site): Conflicts {
  const conflicts = new Map<string, ReadonlySet<string>>();
  const running = experiments.filter(({ obstacle }) => obstacle === null).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const [index, later] of running.entries()) {
    const earlier = running.slice(0, index).filter((each) => inConflict(each, later, id, site));
    if (earlier.length > 0) conflicts.set(later.key, new Set(earlier.map(({ key }) => key)));
  }
  return conflicts;
}

function inConflict(one: PreparedExperiment, other: PreparedExperiment, id: DocumentId, site: Site): boolean {
  return listVariantsInPlace(one, id).some((variant) =>
    listVariantsInPlace(other, id).some((second) => composeVariations(site, id, [variant, second]) === null),
  );
}
