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
  /** Holds each interval with this probability less: 0.05 shared between all treatments (Bonferroni). */
  readonly alpha: number;
  /** The control first. */
  readonly variations: readonly VariationResult[];
  readonly sampleRatio: SampleRatio;
  /** Visitors who agreed to statistics and were shown more than one variation. */
  readonly multiple: number;
  /** How likely the shares of consenting visitors differ as much by chance. */
  readonly consentP: number;
  /** Visits that nobody counted, because their network had brought all that it may (Z3). */
  readonly surplus: number;
  /** The network that brought the largest share of a variation on one day, where that is suspicious. */
  readonly oneNetwork: { readonly variation: string; readonly day: string; readonly share: number } | null;
  /** The block that visitors count from once they have seen it, and how many count without; `null` where all count from when the page was sent. */
  readonly exposeOn: { readonly block: string; readonly bySending: number } | null;
  /** Relative. */
  readonly minimumDetectableEffect: number;
  /** Visitors of all variations; `null` where it is not known yet. */
  readonly planned: number | null;
  /** Days with visitors, ISO 8601, UTC; `null` before the first. */
  readonly period: { readonly from: string; readonly to: string; readonly days: number } | null;
  /** What the method said at the end of each day. */
  readonly history: readonly DayResult[];
  /** Empty where visitors differ in nothing. */
  readonly dimensions: readonly DimensionResult[];
  readonly guardrails: readonly GuardrailResult[];
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

/** What the present phase of an experiment has shown so far. */
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

/** What a list says of an experiment. */
export type ResultsSummary = Pick<ExperimentResults, 'verdict' | 'planned' | 'minimumDetectableEffect' | 'variations'>;

/** The same from counters alone: consenting visitors are not split. */
export async function readSummary(db: Db, experiment: ResolvedExperiment): Promise<ResultsSummary> {
  const counts = await readCounts(db, toCounted(experiment));
  return computeResults(experiment, { ...counts, agreed: new Map(), multiple: 0, dimensions: new Map() }, 'sequential');
}

/**
 * What counters say of an experiment. Pure.
 *
 * @param networkShare of a variation's visitors of a day, from which on one network decides too much; the product's own value when left out
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
  const planned = plannedVisitors(experiment, proportions[0], method);
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

/** Rows come a moment after their counters, and counters of old outlive rows: nobody is more than all. */
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

/** Visitors of all variations: what the document plans, else what its minimum detectable effect needs at the control's rate. */
export function plannedVisitors(
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

/** The smallest relative uplift that so many visitors of all variations find in four of five experiments; `null` where none is. */
export function findableEffect(
  { variations }: Pick<ResolvedExperiment, 'variations'>,
  rate: number,
  visitors: number,
  method: Method,
): number | null {
  const { plan, pair } = computePlan(variations, rate, method);
  return minimumDetectableEffect(plan, Math.floor(visitors * pair));
}

/** How the control and the smallest treatment are compared; `pair` is their share of all visitors, the others have the rest. */
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
