import type { Publications } from '#server/site/publications/publications.ts';
import { type Change, changesOf } from './changes.ts';
import { contentReader } from './content.ts';
import { touchedExperiments } from './touched-experiments.ts';

/** A publication that changed what an experiment shows, or began a phase of it. */
export interface ExperimentChange {
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly note: string;
  readonly beginsPhase: boolean;
}

/** Publications that are looked at for them. */
const MAX_REVISIONS = 50;

/** Publications of the current phase of a live experiment that changed what it shows, the newest first (X17). */
export function experimentChanges(
  publications: Pick<Publications, 'readContent' | 'readRevisions'>,
): (experiment: string) => Promise<readonly ExperimentChange[]> {
  const read = contentReader(publications);
  return async (experiment) => {
    const [content, revisions] = [await read(), await publications.readRevisions(MAX_REVISIONS)];
    const found: ExperimentChange[] = [];
    const live = revisions.filter(({ state }) => state === 'live');
    for (const { id, goesLiveAt, note, files } of live.toSorted((a, b) => b.goesLiveAt - a.goesLiveAt || b.id - a.id)) {
      const changes = changesOf(files);
      const beginsPhase = changes.some((change) => beginsPhaseOf(change, experiment));
      if (beginsPhase || touchedExperiments(content, changes).includes(experiment))
        found.push({ revision: id, at: goesLiveAt, note, beginsPhase });
      if (beginsPhase) break;
    }
    return found;
  };
}

const beginsPhaseOf = (change: Change, experiment: string): boolean =>
  (change.kind === 'property' || change.kind === 'document') &&
  change.document === `experiments/${experiment}` &&
  (change.kind === 'property' ? change.path === 'phase' : change.isThere);
