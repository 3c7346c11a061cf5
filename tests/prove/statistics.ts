import {
  bayesianPosterior,
  frequentistTest,
  type Interval,
  type Proportion,
  sequentialTest,
  visitorsNeeded,
} from '#engine/experiments/statistics/index.ts';
import { binomialBounds } from './parts/binomial-bounds.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

const ALPHA = 0.05;
const POWER = 0.8;
const RATE = 0.1;
const DAYS = 28;
/** Visitors of a variation and day. */
const VISITORS = 250;
/** The relative effect of experiments that have one, which the planned number of visitors is to find. */
const EFFECT = 0.2;
/** How often a sound figure is called broken: once in a hundred runs of each line. */
const CONFIDENCE = 0.99;

const options = { difference: 'relative', alpha: ALPHA, prior: null } as const;

export const statistics: Proof = {
  summary: `Experiments without and with an effect, looked at on each of ${DAYS} days: false alarms, coverage and power; a single test asked every day beside it.`,
  runs: 2_000,
  run: (context) => Promise.resolve(run(context)),
};

function run(context: ProofContext): ProofResult {
  const { runs, random, progress } = context;
  const peeks = { sequential: 0, fixed: 0, last: 0 };
  const coverage = { sequential: 0, fixed: 0, bayesian: 0 };
  for (let done = 0; done < runs; done += 1) {
    countAlarms(random, peeks);
    countCoverage(random, coverage);
    progress(done + 1, runs * 2);
  }
  const found = { fixed: 0, sequential: 0 };
  const planned = { fixed: plannedFor('fixed'), sequential: plannedFor('sequential') };
  for (let done = 0; done < runs; done += 1) {
    countFound(random, planned, found);
    progress(runs + done + 1, runs * 2);
  }
  const share = (count: number): string => `${((count / runs) * 100).toFixed(1)} %`;
  const alarms = binomialBounds(runs, ALPHA, CONFIDENCE);
  const covered = binomialBounds(runs, 1 - ALPHA, CONFIDENCE);
  const powered = binomialBounds(runs, POWER, CONFIDENCE);
  const isWithin = (count: number, [low, high]: readonly [number, number]): boolean => count >= low && count <= high;
  return {
    found: [
      ['A/A experiments, a look a day', runs],
      ['Sequential: found an effect on any day', share(peeks.sequential)],
      ['Naive, a fixed test every day: found one', share(peeks.fixed)],
      ['Fixed test on the last day alone: found one', share(peeks.last)],
      ['A/B: sequential intervals that held the effect on all days', share(coverage.sequential)],
      ['A/B: fixed intervals that held it at the end', share(coverage.fixed)],
      ['A/B: credible intervals that held it at the end', share(coverage.bayesian)],
      [`Fixed: found with the ${planned.fixed} visitors planned`, share(found.fixed)],
      [`Sequential: found with the ${planned.sequential} visitors planned`, share(found.sequential)],
    ],
    broken: [
      ...(peeks.sequential <= alarms[1] ? [] : [`Sequential false alarms are above ${alarms[1]} of ${runs}.`]),
      ...(isWithin(peeks.last, alarms) ? [] : [`Fixed false alarms are outside ${alarms.join(' to ')} of ${runs}.`]),
      ...(peeks.fixed > alarms[1] ? [] : ['Looking every day fooled nobody, so this run shows nothing.']),
      ...(coverage.sequential >= covered[0]
        ? []
        : [`Sequential intervals hold the effect less than ${covered[0]} times.`]),
      ...(isWithin(coverage.fixed, covered) ? [] : [`Fixed coverage is outside ${covered.join(' to ')} of ${runs}.`]),
      ...(isWithin(coverage.bayesian, covered)
        ? []
        : [`Bayesian coverage is outside ${covered.join(' to ')} of ${runs}.`]),
      ...(isWithin(found.fixed, powered) ? [] : [`Fixed power is outside ${powered.join(' to ')} of ${runs}.`]),
      ...(found.sequential >= powered[0] ? [] : [`Sequential power is below ${powered[0]} of ${runs}.`]),
    ],
  };
}

/** An experiment without an effect: does anybody who looks every day see one? */
function countAlarms(random: () => number, peeks: { sequential: number; fixed: number; last: number }): void {
  const days = makeExperiment(random, RATE, RATE);
  const finds = (p: number | undefined): boolean => p !== undefined && p < ALPHA;
  const fixed = days.map(([control, treatment]) => finds(frequentistTest(control, treatment, options)?.p));
  const tuning = 2 * DAYS * VISITORS;
  if (days.some(([control, treatment]) => finds(sequentialTest(control, treatment, { ...options, tuning })?.p)))
    peeks.sequential += 1;
  if (fixed.includes(true)) peeks.fixed += 1;
  if (fixed.at(-1) === true) peeks.last += 1;
}

/** An experiment with an effect: is it where the intervals say? */
function countCoverage(random: () => number, coverage: { sequential: number; fixed: number; bayesian: number }): void {
  const days = makeExperiment(random, RATE, RATE * (1 + EFFECT));
  const holds = (interval: Interval | undefined): boolean =>
    interval === undefined || (interval[0] <= EFFECT && interval[1] >= EFFECT);
  const tuning = 2 * DAYS * VISITORS;
  const isHeldDaily = days.every(([control, treatment]) =>
    holds(sequentialTest(control, treatment, { ...options, tuning })?.interval),
  );
  if (isHeldDaily) coverage.sequential += 1;
  const [control, treatment] = days.at(-1) ?? [];
  if (control === undefined || treatment === undefined) return;
  if (holds(frequentistTest(control, treatment, options)?.interval)) coverage.fixed += 1;
  if (holds(bayesianPosterior(control, treatment, options)?.interval)) coverage.bayesian += 1;
}

/** An experiment of the planned size: is its effect found? */
function countFound(
  random: () => number,
  planned: { readonly fixed: number; readonly sequential: number },
  found: { fixed: number; sequential: number },
): void {
  const fixed = frequentistTest(...listVariations(random, planned.fixed), options);
  if (fixed !== null && fixed.p < ALPHA) found.fixed += 1;
  const sequential = sequentialTest(...listVariations(random, planned.sequential), {
    ...options,
    tuning: planned.sequential,
  });
  if (sequential !== null && sequential.p < ALPHA) found.sequential += 1;
}

function plannedFor(method: 'fixed' | 'sequential'): number {
  const plan = {
    baseline: RATE,
    alpha: ALPHA,
    power: POWER,
    controlShare: 0.5,
    difference: 'relative',
    method,
  } as const;
  const visitors = visitorsNeeded(plan, EFFECT);
  if (visitors === null) throw new Error('No number of visitors is enough.');
  return visitors;
}

function listVariations(random: () => number, visitors: number): readonly [Proportion, Proportion] {
  const half = Math.ceil(visitors / 2);
  return [variation(half, RATE, random), variation(half, RATE * (1 + EFFECT), random)];
}

/** What was counted by the end of each day. */
function makeExperiment(
  random: () => number,
  control: number,
  treatment: number,
): readonly (readonly [Proportion, Proportion])[] {
  let [one, other] = [variation(0, control, random), variation(0, treatment, random)];
  return Array.from({ length: DAYS }, () => {
    one = joined(one, variation(VISITORS, control, random));
    other = joined(other, variation(VISITORS, treatment, random));
    return [one, other];
  });
}

function variation(visitors: number, rate: number, random: () => number): Proportion {
  let conversions = 0;
  for (let visitor = 0; visitor < visitors; visitor += 1) if (random() < rate) conversions += 1;
  return { visitors, conversions };
}

function joined(one: Proportion, other: Proportion): Proportion {
  return { visitors: one.visitors + other.visitors, conversions: one.conversions + other.conversions };
}
