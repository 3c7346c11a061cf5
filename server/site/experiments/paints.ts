/**
 * When the largest content of pages was painted, counted in steps that grow by a tenth each: exact to 5 %, however many pages there were,
 * and nothing of a single visitor.
 */
const FIRST = 50;
const GROWTH = 1.1;
/** A little more than a minute. */
const LAST_STEP = 75;

/** Pages of a variation. */
export interface Paints {
  /** Milliseconds by which three of four pages had painted it. */
  readonly p75: number;
  readonly pages: number;
}

/** The step that a time belongs to. */
export function paintStep(milliseconds: number): number {
  const step = Math.ceil(Math.log(Math.max(milliseconds, 1) / FIRST) / Math.log(GROWTH));
  return Math.min(LAST_STEP, Math.max(0, step));
}

/** @param steps step → pages */
export function computePaints(steps: ReadonlyMap<number, number>): Paints | null {
  const pages = [...steps.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [step, count] of [...steps].toSorted(([one], [other]) => one - other)) {
    seen += count;
    // The middle of the step.
    if (seen >= pages * 0.75) return { p75: Math.round(FIRST * GROWTH ** (step - 0.5)), pages };
  }
  return null;
}
