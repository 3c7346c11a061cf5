/** Histogram of largest contentful paint with buckets that grow by a tenth: 5 % precision with constant storage and no data of individual visitors. */
const FIRST = 50;
const GROWTH = 1.1;
/** Slightly above a minute. */
const LAST_STEP = 75;

/** Paint times of a variation. */
export interface Paints {
  /** 75th percentile in milliseconds. */
  readonly p75: number;
  readonly pages: number;
}

/** Bucket of a time. */
export function paintStep(milliseconds: number): number {
  const step = Math.ceil(Math.log(Math.max(milliseconds, 1) / FIRST) / Math.log(GROWTH));
  return Math.min(LAST_STEP, Math.max(0, step));
}

/** @param steps bucket → pages */
export function computePaints(steps: ReadonlyMap<number, number>): Paints | null {
  const pages = [...steps.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [step, count] of [...steps].toSorted(([one], [other]) => one - other)) {
    seen += count;
    // The middle of the bucket.
    if (seen >= pages * 0.75) return { p75: Math.round(FIRST * GROWTH ** (step - 0.5)), pages };
  }
  return null;
}
