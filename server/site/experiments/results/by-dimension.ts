import type { Proportion } from '#engine/experiments/statistics/index.ts';
import { OTHER_EXPERIMENT, dimensions } from '#server/site/experiments/consented/split-person.ts';
import type { AgreedCounts } from './counted.ts';
import { judgeEffect, type Judging } from './effect.ts';
import type { DimensionResult, SliceResult } from './figures.ts';

/** Minimum conversions and non-conversions of a slice for the normal approximation of a rate. */
const MIN_OF_EACH = 10;
/** Minimum visitors of a slice per variation. */
const MIN_VISITORS = 100;

/** Maximum values of a dimension, by number of visitors. */
const MAX = 10;

/**
 * Results of consenting visitors by attribute, and by variation of other experiments. A dimension with a single value is omitted, since it equals the total.
 *
 * @param variations the control first
 */
export function byDimension(
  variations: readonly string[],
  counts: Pick<AgreedCounts, 'dimensions'>,
  judging: Judging,
): readonly DimensionResult[] {
  const met = [...counts.dimensions.keys()].filter((name) => name.startsWith(OTHER_EXPERIMENT)).toSorted();
  return [...dimensions, ...met].flatMap((name): readonly DimensionResult[] => {
    const values = counts.dimensions.get(name) ?? new Map<string, ReadonlyMap<string, Proportion>>();
    if (values.size < 2) return [];
    const slices = [...values].map(([value, found]) => buildSlice(value, variations, found, judging));
    const shown = slices.toSorted((one, other) => countVisitors(other) - countVisitors(one)).slice(0, MAX);
    const known = dimensions.find((each) => each === name);
    const what =
      known === undefined
        ? { dimension: 'beside' as const, beside: name.slice(OTHER_EXPERIMENT.length) }
        : { dimension: known };
    return [{ ...what, slices: shown, more: slices.length - shown.length }];
  });
}

const countVisitors = ({ variations }: SliceResult): number =>
  variations.reduce((sum, { visitors }) => sum + visitors, 0);

const isEnough = ({ visitors, conversions }: Proportion): boolean =>
  visitors >= MIN_VISITORS && conversions >= MIN_OF_EACH && visitors - conversions >= MIN_OF_EACH;

function buildSlice(
  value: string,
  keys: readonly string[],
  found: ReadonlyMap<string, Proportion>,
  judging: Judging,
): SliceResult {
  const proportions = keys.map((key) => found.get(key) ?? { visitors: 0, conversions: 0 });
  const [control] = proportions;
  const variations = keys.map((key, index) => {
    const own = proportions[index] ?? { visitors: 0, conversions: 0 };
    const effect =
      index === 0 || control === undefined || ![control, own].every(isEnough)
        ? null
        : judgeEffect(control, own, judging);
    return { key, ...own, effect };
  });
  return { value, variations };
}
