import { scaleLinear, scalePoint } from 'd3-scale';
import { area, curveLinear, line } from 'd3-shape';
import type { CurveView, IntervalView, TickView } from '#engine/shared/data-view.ts';
import type { DayResult, EffectResult } from '#server/site/experiments/results/figures.ts';
import type { FigureFormats } from './figure-formats.ts';

/** Positions of intervals on a common scale. */
export interface IntervalScale {
  readonly ticks: readonly TickView[];
  place(effect: EffectResult, names: Pick<IntervalView, 'title' | 'description'>): IntervalView;
}

/** Rounds to visible precision on the widest screen. */
const rounded = (at: number): number => Math.round(at * 100) / 100;

/** @param zero the value that means no effect */
export function computeIntervalScale(
  effects: readonly EffectResult[],
  minimumDetectableEffect: number,
  figures: FigureFormats,
  zero: string,
): IntervalScale {
  const ends = effects.flatMap(({ interval }) => interval);
  const scale = scaleLinear()
    .domain([Math.min(-minimumDetectableEffect, ...ends), Math.max(minimumDetectableEffect, ...ends)])
    .nice(4)
    .range([4, 96]);
  const at = (effect: number): number => rounded(scale(effect));
  return {
    ticks: scale
      .ticks(4)
      .map((tick) => (tick === 0 ? { at: at(0), label: zero, strong: true } : { at: at(tick), label: round(tick) })),
    place: ({ value, interval: [low, high] }, names) => ({
      low: at(low),
      value: at(value),
      high: at(high),
      zero: at(0),
      wanted: at(minimumDetectableEffect),
      decided: low > 0 || high < 0,
      ...names,
    }),
  };
  function round(tick: number): string {
    return `${tick > 0 ? '+' : ''}${figures.share(tick)}`;
  }
}

export interface CurveOptions {
  readonly history: readonly DayResult[];
  /** Index among the effects of a day. */
  readonly index: number;
  readonly minimumDetectableEffect: number;
  readonly figures: FigureFormats;
  readonly title: string;
  readonly description: string;
}

/** The effect of one variation by day; `null` until two days have data. */
export function buildCurve({
  history,
  index,
  minimumDetectableEffect,
  figures,
  ...names
}: CurveOptions): CurveView | null {
  const known = history.flatMap(({ day, effects }) => (effects[index] ? [{ day, effect: effects[index] }] : []));
  const end = known.at(-1);
  if (known.length < 2 || end === undefined) return null;
  const days = scalePoint(
    known.map(({ day }) => day),
    [0, 100],
  );
  const x = ({ day }: (typeof known)[number]): number => rounded(days(day) ?? 0);
  const values = valueScale(
    known.map(({ effect }) => effect),
    minimumDetectableEffect,
  );
  const y = (effect: number): number => rounded(values(effect));
  const band = area<(typeof known)[number]>(
    x,
    (each) => y(each.effect.interval[0]),
    (each) => y(each.effect.interval[1]),
  );
  const path = line<(typeof known)[number]>(x, (each) => y(each.effect.value));
  const every = Math.ceil((known.length - 1) / 3);
  return {
    ...names,
    band: band.curve(curveLinear)(known) ?? '',
    line: path.curve(curveLinear)(known) ?? '',
    days: known
      .filter((each, day) => each === end || (day % every === 0 && known.length - 1 - day >= every / 2))
      .map((each) => ({ at: x(each), label: figures.day(each.day) })),
    values: values.ticks(5).map((tick) => ({ at: y(tick), label: figures.share(tick), strong: tick === 0 })),
    zero: y(0),
    wanted: y(minimumDetectableEffect),
    last: { at: y(end.effect.value), label: figures.effect(end.effect.value) },
  };
}

/** Clips the wide intervals of the first days, which would flatten all others. */
function valueScale(effects: readonly EffectResult[], minimumDetectableEffect: number) {
  const later = effects.slice(Math.floor(effects.length / 4));
  const ends = later.flatMap(({ interval }) => interval);
  return scaleLinear()
    .domain([Math.min(-minimumDetectableEffect, ...ends), Math.max(minimumDetectableEffect, ...ends)])
    .nice(5)
    .range([100, 0])
    .clamp(true);
}
