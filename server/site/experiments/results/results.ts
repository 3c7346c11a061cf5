import type { ResolvedExperiment } from '#engine/documents/types.ts';
import {
  bayesianBelief,
  frequentistTest,
  type Proportion,
  sampleRatioP,
  sequentialTest,
  visitorsNeeded,
} from '#engine/experiments/statistics/index.ts';
import type { ExperimentCounts } from './counts.ts';
import type { ArmResult, EffectResult, NamedP, SampleRatio } from './figures.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** How an effect is judged: `sequential` holds however often one looks, `fixed` for one look at the planned end. */
export type Method = 'sequential' | 'fixed';

export interface ExperimentResults {
  readonly key: string;
  readonly metric: string;
  readonly method: Method;
  /** Holds each interval with this probability less: 0.05 shared between all treatments (Bonferroni). */
  readonly alpha: number;
  /** The control first. */
  readonly arms: readonly ArmResult[];
  readonly sampleRatio: SampleRatio;
  /** Days with visitors, ISO 8601, UTC; `null` before the first. */
  readonly period: { readonly from: string; readonly to: string; readonly days: number } | null;
  readonly verdict: Verdict;
}

const ALPHA = 0.05;
const POWER = 0.8;
/**
 * Visitors at which a sequential interval is narrowest where the document plans no number; GrowthBook's own. Never a figure of the
 * data: an interval that is tuned anew with each look no longer holds for all of them.
 */
const TUNING = 5_000;
/** Below this a split is called broken: one sound experiment in a thousand is. */
const SPLIT_DOUBT = 0.001;

/** What counters say of an experiment. Pure. */
export function resultsOf(experiment: ResolvedExperiment, counts: ExperimentCounts, method: Method): ExperimentResults {
  const alpha = ALPHA / Math.max(1, experiment.arms.length - 1);
  const proportions = experiment.arms.map(({ key }) => proportionOf(key, counts));
  const tuning = experiment.visitors ?? TUNING;
  const arms = experiment.arms.map(({ key, weight }, index): ArmResult => {
    const own = proportions[index] ?? { visitors: 0, conversions: 0 };
    const control = index === 0 ? undefined : proportions[0];
    return {
      key,
      ...own,
      share: weight,
      rate: own.visitors === 0 ? null : own.conversions / own.visitors,
      effect: control === undefined ? null : effectOf(control, own, { alpha, tuning, method }),
    };
  });
  const sampleRatio = sampleRatioOf(experiment, counts);
  const days = [...counts.days.keys()];
  const [from, to] = [days[0], days.at(-1)];
  const period = from === undefined || to === undefined ? null : { from, to, days: days.length };
  return {
    key: experiment.key,
    metric: experiment.metric,
    method,
    alpha,
    arms,
    sampleRatio,
    period,
    verdict: verdictOf({
      experiment,
      arms,
      sampleRatio,
      planned: plannedVisitors(experiment, proportions[0], method),
      days: period?.days ?? 0,
    }),
  };
}

/** Visitors of all arms: what the document plans, else what its smallest effect needs at the control's rate. */
export function plannedVisitors(
  { visitors, smallestEffect, arms }: Pick<ResolvedExperiment, 'visitors' | 'smallestEffect' | 'arms'>,
  control: Proportion | undefined,
  method: Method,
): number | null {
  if (visitors !== undefined) return visitors;
  const rate = control === undefined || control.visitors === 0 ? 0 : control.conversions / control.visitors;
  if (rate <= 0 || rate >= 1) return null;
  const [first, ...treatments] = arms;
  const smallest = Math.min(...treatments.map(({ weight }) => weight));
  const pair = (first?.weight ?? 0) + smallest;
  const controlShare = (first?.weight ?? 0) / pair;
  const plan = {
    baseline: rate,
    alpha: ALPHA / treatments.length,
    power: POWER,
    controlShare,
    difference: 'relative',
    method,
  } as const;
  const needed = visitorsNeeded(plan, smallestEffect);
  // A pair of arms needs that many; the others share the rest.
  return needed === null ? null : Math.ceil(needed / pair);
}

function proportionOf(key: string, { visitors, conversions }: ExperimentCounts): Proportion {
  return { visitors: visitors.get(key) ?? 0, conversions: conversions.get(key) ?? 0 };
}

function effectOf(
  control: Proportion,
  treatment: Proportion,
  { alpha, tuning, method }: { readonly alpha: number; readonly tuning: number; readonly method: Method },
): EffectResult | null {
  const options = { difference: 'relative', alpha, tuning, prior: null } as const;
  const test = method === 'sequential' ? sequentialTest : frequentistTest;
  const found = test(control, treatment, options);
  const belief = bayesianBelief(control, treatment, options);
  if (found === null || belief === null) return null;
  const { value, interval, p } = found;
  return { value, interval, p, chanceToWin: belief.chanceToWin };
}

function sampleRatioOf({ arms }: ResolvedExperiment, counts: ExperimentCounts): SampleRatio {
  const weights = arms.map(({ weight }) => weight);
  const pOf = (visitors: ReadonlyMap<string, number>): number =>
    sampleRatioP(
      arms.map(({ key }) => visitors.get(key) ?? 0),
      weights,
    );
  const worstOf = (groups: ReadonlyMap<string, ReadonlyMap<string, number>>): NamedP | null => {
    const named = [...groups].map(([name, visitors]) => ({ name, p: Math.min(1, pOf(visitors) * groups.size) }));
    return named.toSorted((one, other) => one.p - other.p)[0] ?? null;
  };
  const [p, worstDay, worstLocale] = [pOf(counts.visitors), worstOf(counts.days), worstOf(counts.locales)];
  const isBroken = [p, worstDay?.p ?? 1, worstLocale?.p ?? 1].some((each) => each < SPLIT_DOUBT / 3);
  return { p, worstDay, worstLocale, isBroken };
}
