import { readBucketExperiment, readBucketPhase, type StickyAssignment } from '#engine/shared/experiment-cookies.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { Flags } from '#engine/experiments/flags.ts';

/** Whether an assignment of a cookie, which clients can forge, exists. */
export type IsKnownAssignment = (assignment: Pick<StickyAssignment, 'bucket' | 'variation'>) => boolean;

/** The tested document of an experiment of the documents; empty for others. */
export function findExperimentDocument({ experiments }: Pick<Site, 'experiments'>, experiment: string): DocumentId {
  return experiments.find(({ key }) => key === experiment)?.document ?? '';
}

const countedWhenSeen = new WeakMap<Site['experiments'], ReadonlySet<string>>();

/** Whether an experiment counts visitors only once they have seen a block (N26). */
export function countsWhenSeen({ experiments }: Pick<Site, 'experiments'>, experiment: string): boolean {
  let keys = countedWhenSeen.get(experiments);
  if (keys === undefined) {
    keys = new Set(experiments.filter(({ exposeOn }) => exposeOn !== undefined).map(({ key }) => key));
    countedWhenSeen.set(experiments, keys);
  }
  return keys.has(experiment);
}

/** Live ones, and those of documents in this phase or an earlier one, paused or not (X16). */
export function createIsKnownAssignment(flags: Flags, { experiments }: Pick<Site, 'experiments'>): IsKnownAssignment {
  return ({ bucket, variation }) =>
    flags.isLive(bucket, variation) ||
    experiments.some(
      ({ key, phase, variations }) =>
        key === readBucketExperiment(bucket) &&
        readBucketPhase(bucket) <= phase &&
        variations.some((each) => each.key === variation),
    );
}
