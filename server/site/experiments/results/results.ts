import { MIN_NETWORK_VISITORS } from '../network-shares.ts';
import { getDefault } from '#server/platform/settings/table.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import {
  differenceP,
  minimumDetectableEffect,
  type Plan,
  type Proportion,
  sampleRatioP,
  visitorsNeeded,
} from '#engine/experiments/statistics/index.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import type { Counted } from './counted.ts';
import { byDimension } from './by-dimension.ts';
import { type ExperimentCounts, readAgreed, readCounts } from './counts.ts';
import { judgeEffect, type Judging } from './effect.ts';
import { judgeGuardrails } from './guardrails.ts';
import type {
  VariationResult,
  DayResult,
  DimensionResult,
  GuardrailResult,
  Method,
  NamedP,
  SampleRatio,
} from './figures.ts';
import { type Verdict, judgeExperiment } from './judge-experiment.ts';

export interface ExperimentResults {
  readonly key: string;
  /** From 1. */
  readonly phase: number;
  readonly goalMetric: string;
  readonly method: Method;
  /** Error probability of each interval: 0.05 shared between all treatments (Bonferroni). */
  readonly alpha: number;
  /** The control first. */
  readonly variations: readonly VariationResult[];
  readonly sampleRatio: SampleRatio;
  /** Consenting visitors with more than one variation. */
  readonly multiple: number;
  /** P-value of the difference between consent rates. */
  readonly consentP: number;
  /** Visits not counted because of the limit of their network (Z3). */
  readonly surplus: number;
  /** The network with the largest share of a variation on one day, if suspicious. */
  readonly oneNetwork: { readonly variation: string; readonly day: string; readonly share: number } | null;
  /** The block whose view counts as exposure, and the number of visitors counted without it; `null` when all are counted on sending. */
  readonly exposeOn: { readonly block: string; readonly bySending: number } | null;
  /** Relative. */
  readonly minimumDetectableEffect: number;
  /** Target sample size of all variations; `null` when unknown. */
  readonly planned: number | null;
  /** First and last day with visitors, ISO 8601, UTC; `null` without any. */
  readonly period: { readonly from: string; readonly to: string; readonly days: number } | null;
  /** Effects at the end of each day. */
  readonly history: readonly DayResult[];
  /** Empty when all visitors are alike. */
  readonly dimensions: readonly DimensionResult[];
  readonly guardrails: readonly GuardrailResult[];
  readonly verdict: Verdict;
}

const ALPHA = 0.05;
const POWER = 0.8;
/**
 * Sample size at which a sequential interval is narrowest, when the document has no target; GrowthBook's default. Must not depend on the data, or the
 * interval loses its validity.
 */
const TUNING = 5_000;
/** P-value below which a sample ratio mismatch is reported: one false alarm in a thousand experiments. */
const SPLIT_DOUBT = 0.001;

/** Results of the current phase. */
export async function readResults(
  db: Db,
  experiment: ResolvedExperiment,
  method: Method,
  networkShare?: number,
): Promise<ExperimentResults> {
  const counted = toCounted(experiment);
  const counts = await readCounts(db, counted);
  return computeResults(experiment, { ...counts, ...(await readAgreed(db, counted)) }, method, networkShare);
}

const toCounted = ({ key, phase, goalMetric, guardrails }: ResolvedExperiment): Counted => ({
  experiment: key,
  phase,
  event: goalMetric,
  guardrails,
});

/** Results in lists. */
export type ResultsSummary = Pick<ExperimentResults, 'verdict' | 'planned' | 'minimumDetectableEffect' | 'variations'>;

/** The same from counters only, without splitting by consent. */
export async function readSummary(db: Db, experiment: ResolvedExperiment): Promise<ResultsSummary> {
  const counts = await readCounts(db, toCounted(experiment));
  return computeResults(experiment, { ...counts, agreed: new Map(), multiple: 0, dimensions: new Map() }, 'sequential');
}

/**
 * Computes results from counters. Pure.
 *
 * @param networkShare share of a variation's visitors per day from which a network is suspicious; has a default
 */
export function computeResults(
  experiment: ResolvedExperiment,
  counts: ExperimentCounts,
  method: Method,
  networkShare: number = getDefault('EXPERIMENT_NETWORK_SHARE'),
): ExperimentResults {
  const alpha = ALPHA / Math.max(1, experiment.variations.length - 1);
  const proportions = experiment.variations.map(({ key }) => toProportion(key, counts));
  const judging = { alpha, tuning: experiment.targetSampleSize ?? TUNING, method };
  const variations = experiment.variations.map(({ key, weight }, index): VariationResult => {
    const own = proportions[index] ?? { visitors: 0, conversions: 0 };
    const control = index === 0 ? undefined : proportions[0];
    return {
      key,
      ...own,
      share: weight,
      rate: own.visitors === 0 ? null : own.conversions / own.visitors,
      effect: control === undefined ? null : judgeEffect(control, own, judging),
      ...splitByConsent(own, counts.agreed.get(key)),
      paint: counts.paints.get(key) ?? null,
    };
  });
  const sampleRatio = checkSampleRatio(experiment, counts);
  const days = [...counts.days.keys()];
  const [from, to] = [days[0], days.at(-1)];
  const planned = computePlannedVisitors(experiment, proportions[0], method);
  const guardrails = judgeGuardrails(experiment, counts, judging);
  const period = from === undefined || to === undefined ? null : { from, to, days: days.length };
  return {
    key: experiment.key,
    phase: experiment.phase,
    goalMetric: experiment.goalMetric,
    method,
    alpha,
    variations,
    sampleRatio,
    multiple: counts.multiple,
    consentP: differenceP(...variations.map(({ visitors, agreed }) => ({ visitors, conversions: agreed.visitors }))),
    surplus: counts.surplus,
    oneNetwork: findDominantNetwork(counts, networkShare),
    exposeOn: experiment.exposeOn === undefined ? null : { block: experiment.exposeOn, bySending: counts.bySending },
    minimumDetectableEffect: experiment.minimumDetectableEffect,
    planned,
    period,
    history: computeHistory(experiment, counts, judging),
    dimensions: byDimension(
      variations.map(({ key }) => key),
      counts,
      judging,
    ),
    guardrails,
    verdict: judgeExperiment({
      experiment,
      method,
      variations,
      sampleRatio,
      guardrails,
      planned,
      days: period?.days ?? 0,
    }),
  };
}

function findDominantNetwork(
  { networks, days }: ExperimentCounts,
  networkShare: number,
): ExperimentResults['oneNetwork'] {
  const found = networks
    .filter(({ visitors }) => visitors >= MIN_NETWORK_VISITORS)
    .map(({ variation, day, visitors }) => ({
      variation,
      day,
      share: Math.min(1, visitors / (days.get(day)?.get(variation) ?? visitors)),
    }))
    .filter(({ share }) => share > networkShare);
  return found.toSorted((one, other) => other.share - one.share)[0] ?? null;
}

/** Rows are written slightly after counters and expire earlier, so counts are clamped to the total. */
function splitByConsent(
  { visitors, conversions }: Proportion,
  found: Proportion = { visitors: 0, conversions: 0 },
): Pick<VariationResult, 'agreed' | 'others'> {
  const agreed = {
    visitors: Math.min(visitors, found.visitors),
    conversions: Math.min(conversions, found.conversions),
  };
  return {
    agreed,
    others: { visitors: visitors - agreed.visitors, conversions: conversions - agreed.conversions },
  };
}

function computeHistory(
  { variations }: ResolvedExperiment,
  counts: ExperimentCounts,
  judging: Judging,
): readonly DayResult[] {
  const days = [...new Set([...counts.days.keys(), ...counts.conversionDays.keys()])].toSorted();
  let sums: readonly Proportion[] = variations.map(() => ({ visitors: 0, conversions: 0 }));
  return days.map((day): DayResult => {
    const [visitors, conversions] = [counts.days.get(day), counts.conversionDays.get(day)];
    sums = variations.map(({ key }, index) => ({
      visitors: (sums[index]?.visitors ?? 0) + (visitors?.get(key) ?? 0),
      conversions: (sums[index]?.conversions ?? 0) + (conversions?.get(key) ?? 0),
    }));
    const [control, ...treatments] = sums;
    return {
      day,
      effects: treatments.map((each) => control && judgeEffect(control, each, judging)).map((e) => e ?? null),
    };
  });
}

/** Target sample size: that of the document, else the one for its minimum detectable effect at the control's rate. */
export function computePlannedVisitors(
  {
    targetSampleSize,
    minimumDetectableEffect: effect,
    variations,
  }: Pick<ResolvedExperiment, 'targetSampleSize' | 'minimumDetectableEffect' | 'variations'>,
  control: Proportion | undefined,
  method: Method,
): number | null {
  if (targetSampleSize !== undefined) return targetSampleSize;
  const rate = control === undefined || control.visitors === 0 ? 0 : control.conversions / control.visitors;
  if (rate <= 0 || rate >= 1) return null;
  const { plan, pair } = computePlan(variations, rate, method);
  const needed = visitorsNeeded(plan, effect);
  return needed === null ? null : Math.ceil(needed / pair);
}

/** Minimum detectable relative uplift for a sample size, with a power of 80 %; `null` when there is none. */
export function computeFindableEffect(
  { variations }: Pick<ResolvedExperiment, 'variations'>,
  rate: number,
  visitors: number,
  method: Method,
): number | null {
  const { plan, pair } = computePlan(variations, rate, method);
  return minimumDetectableEffect(plan, Math.floor(visitors * pair));
}

/** Plan for the control and the smallest treatment; `pair` is their share of all visitors. */
function computePlan(
  variations: ResolvedExperiment['variations'],
  baseline: number,
  method: Method,
): { readonly plan: Plan; readonly pair: number } {
  const [first, ...treatments] = variations;
  const smallest = Math.min(...treatments.map(({ weight }) => weight));
  const pair = (first?.weight ?? 0) + smallest;
  return {
    pair,
    plan: {
      baseline,
      alpha: ALPHA / treatments.length,
      power: POWER,
      controlShare: (first?.weight ?? 0) / pair,
      difference: 'relative',
      method: method === 'sequential' ? method : 'fixed',
    },
  };
}

function toProportion(key: string, { visitors, conversions }: ExperimentCounts): Proportion {
  return { visitors: visitors.get(key) ?? 0, conversions: conversions.get(key) ?? 0 };
}

function checkSampleRatio({ variations }: ResolvedExperiment, counts: ExperimentCounts): SampleRatio {
  const weights = variations.map(({ weight }) => weight);
  const computeP = (visitors: ReadonlyMap<string, number>): number =>
    sampleRatioP(
      variations.map(({ key }) => visitors.get(key) ?? 0),
      weights,
    );
  const findWorst = (groups: ReadonlyMap<string, ReadonlyMap<string, number>>): NamedP | null => {
    const named = [...groups].map(([name, visitors]) => ({ name, p: Math.min(1, computeP(visitors) * groups.size) }));
    return named.toSorted((one, other) => one.p - other.p)[0] ?? null;
  };
  const p = computeP(counts.visitors);
  const worst = [findWorst(counts.days), findWorst(counts.locales), findWorst(counts.devices)] as const;
  const [worstDay, worstLocale, worstDevice] = worst;
  const ps = [p, ...worst.map((named) => named?.p ?? 1)];
  const isBroken = ps.some((each) => each < SPLIT_DOUBT / ps.length);
  return { p, worstDay, worstLocale, worstDevice, isBroken };
}
