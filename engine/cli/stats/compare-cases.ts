import {
  bayesianPosterior,
  frequentistTest,
  type Interval,
  type Proportion,
  sampleRatioP,
  sequentialTest,
} from '#engine/experiments/statistics/index.ts';
import type { Variation, StatisticsCases } from './cases.ts';

export interface CaseComparison {
  readonly list: string;
  readonly value: string;
  readonly cases: number;
  /** Maximum relative error; infinite where only one engine has a result. */
  readonly worst: number;
  /** Index of the worst case in its list. */
  readonly worstCase: number;
}

/** Relative error up to which results count as equal. */
export const TOLERANCE = 1e-6;
/** GrowthBook subtracts from 1 where this engine computes the tail directly: smaller p-values and risks are rounding errors there. */
const SUBTRACTED = 1e-15;

/** Computes all cases and compares them with the expected results. */
export function compareCases(cases: StatisticsCases): readonly CaseComparison[] {
  const worst = new WorstErrors();
  cases.frequentist.forEach((expected, index) => {
    const found = frequentistTest(...proportions(expected.arms), expected);
    worst.result('frequentist', index, found === null, expected.errorMessage !== null);
    if (found === null) return;
    worst.effect('frequentist', index, found, expected);
    worst.add('frequentist', 'p-value', index, found.p, expected.pValue, SUBTRACTED);
  });
  cases.sequential.forEach((expected, index) => {
    const found = sequentialTest(...proportions(expected.arms), expected);
    worst.result('sequential', index, found === null, expected.errorMessage !== null);
    if (found === null) return;
    worst.effect('sequential', index, found, expected);
    worst.add('sequential', 'p-value', index, found.p, expected.pValue);
  });
  cases.bayesian.forEach((expected, index) => {
    const found = bayesianPosterior(...proportions(expected.arms), expected);
    worst.result('bayesian', index, found === null, expected.errorMessage !== null);
    if (found === null) return;
    worst.effect('bayesian', index, found, expected);
    worst.add('bayesian', 'chance to win', index, found.chanceToWin, expected.chanceToWin);
    worst.add('bayesian', 'risk of the control', index, found.risk.control, expected.risk[0], SUBTRACTED);
    worst.add('bayesian', 'risk of the treatment', index, found.risk.treatment, expected.risk[1]);
  });
  cases.srm.forEach(({ users, weights, pValue }, index) => {
    worst.add('srm', 'p-value', index, sampleRatioP(users, weights), pValue);
  });
  return worst.comparisons();
}

function proportions([control, treatment]: readonly [Variation, Variation]): readonly [Proportion, Proportion] {
  return [
    { visitors: control[0], conversions: control[1] },
    { visitors: treatment[0], conversions: treatment[1] },
  ];
}

class WorstErrors {
  readonly #comparisons = new Map<
    string,
    { list: string; value: string; cases: number; worst: number; worstCase: number }
  >();

  add(list: string, value: string, index: number, found: number, expected: number, floor = 0): void {
    this.#note(list, value, index, relativeError(found, expected, floor));
  }

  /** Compares whether both engines have a result. */
  result(list: string, index: number, isMissing: boolean, isMissingThere: boolean): void {
    this.#note(list, 'has a result', index, isMissing === isMissingThere ? 0 : Number.POSITIVE_INFINITY);
  }

  effect(
    list: string,
    index: number,
    found: { readonly value: number; readonly standardError: number; readonly interval: Interval },
    {
      expected,
      stddev,
      ci: [low, high],
    }: { readonly expected: number; readonly stddev: number; readonly ci: Interval },
  ): void {
    this.add(list, 'effect', index, found.value, expected);
    this.add(list, 'standard error', index, found.standardError, stddev);
    this.add(list, 'interval', index, found.interval[0], low);
    this.add(list, 'interval', index, found.interval[1], high);
  }

  comparisons(): readonly CaseComparison[] {
    return [...this.#comparisons.values()];
  }

  #note(list: string, value: string, index: number, error: number): void {
    const key = `${list} ${value}`;
    const known = this.#comparisons.get(key);
    if (known === undefined) this.#comparisons.set(key, { list, value, cases: 1, worst: error, worstCase: index });
    else {
      known.cases += 1;
      if (error > known.worst) Object.assign(known, { worst: error, worstCase: index });
    }
  }
}

function relativeError(found: number, expected: number, floor: number): number {
  if (found === expected) return 0;
  const distance = Math.abs(found - expected);
  if (Number.isNaN(distance)) return Number.POSITIVE_INFINITY;
  return distance <= floor ? 0 : distance / Math.abs(expected);
}
