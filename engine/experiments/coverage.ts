import { toEpoch } from '#engine/shared/wall-time.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';

const DAY = 86_400_000;
/** Days of a hundred years. */
const MAX_DAYS = 36_500;

type Ramped = Pick<ResolvedExperiment, 'coverage' | 'ramp'>;

/** Share of the visitors who take part at `now` (milliseconds since the epoch), 0 to 1. */
export function computeCoverage({ coverage, ramp = [] }: Ramped, now: number): number {
  return ramp.findLast(({ at, zone }) => toEpoch(at, zone) <= now)?.coverage ?? coverage;
}

/** The next step of a live ramp after `now`, in milliseconds since the epoch; `null` if there is none. */
export function findNextRampStep(experiments: readonly ResolvedExperiment[], now: number): number | null {
  const moments = experiments
    .filter(({ status }) => status === 'live')
    .flatMap(({ ramp = [] }) => ramp.map(({ at, zone }) => toEpoch(at, zone)))
    .filter((moment) => moment > now);
  return moments.length === 0 ? null : Math.min(...moments);
}

/**
 * Days until this number of visitors took part, with the steps of the ramp; `null` above a hundred years.
 *
 * @param daily Visitors a day, whether or not they take part.
 */
export function computeDaysUntil(visitors: number, daily: number, experiment: Ramped, now: number): number | null {
  const { ramp = [] } = experiment;
  const steps = ramp.map(({ at, zone }) => toEpoch(at, zone)).filter((moment) => moment > now);
  let missing = visitors;
  let begin = now;
  for (const end of [...steps, Number.POSITIVE_INFINITY]) {
    const rate = daily * computeCoverage(experiment, begin);
    const days = (end - begin) / DAY;
    if (rate > 0 && missing <= rate * days) {
      const found = Math.ceil((begin - now) / DAY + missing / rate);
      return found <= MAX_DAYS ? found : null;
    }
    missing -= rate * days;
    begin = end;
  }
  return null;
}
