import { wallTimeToEpoch } from '#engine/base/wall-time.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';

type Ramped = Pick<ResolvedExperiment, 'coverage' | 'ramp'>;

/** Share of the visitors who take part at `now` (milliseconds since the epoch), 0 to 1. */
export function coverageAt({ coverage, ramp = [] }: Ramped, now: number): number {
  return ramp.findLast(({ at, zone }) => wallTimeToEpoch(at, zone) <= now)?.coverage ?? coverage;
}

/** The next moment (milliseconds since the epoch) after `now` from which more visitors take part in a live one; `null` when there is none. */
export function nextRampStep(experiments: readonly ResolvedExperiment[], now: number): number | null {
  const moments = experiments
    .filter(({ status }) => status === 'live')
    .flatMap(({ ramp = [] }) => ramp.map(({ at, zone }) => wallTimeToEpoch(at, zone)))
    .filter((moment) => moment > now);
  return moments.length === 0 ? null : Math.min(...moments);
}
