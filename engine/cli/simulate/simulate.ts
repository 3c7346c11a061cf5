import type { RequestAttributes } from '#engine/experiments/request-attributes.ts';
import { hash } from 'node:crypto';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { computeCoverage } from '#engine/experiments/coverage.ts';
import { Flags, type VisitorAttributes } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { deviation, differenceP, sampleRatioP, uniformP } from '#engine/experiments/statistics/index.ts';

export interface SimulationOptions {
  readonly experiment: ResolvedExperiment;
  readonly visitors: number;
  /** Seed of the generated visitors. */
  readonly seed: string;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface SimulationCheck {
  readonly name: string;
  readonly passed: boolean;
  /** Actual and expected result, in one sentence. */
  readonly note: string;
}

/** Visitors per repeated run, and maximum number of runs. */
const RUN_VISITORS = 1000;
const MAX_RUNS = 1000;
/** Conversion rate of all visitors. */
const CONVERSION_RATE = 0.1;
/** Minimum p-value of a passing check: one false failure in a thousand simulations. */
const MIN_P = 0.001;
/** Two-sided standard deviations for `MIN_P`. */
const MAX_DEVIATIONS = 3.29;
/** Significance levels at which false alarms are counted. */
const ALARM_RATES = [0.05, 0.01] as const;

/**
 * Simulates visitors with the evaluator of pages (N8): are weights met, are sample ratio mismatches reported as rarely as expected, and do
 * equal variations show no effect?
 */
export function simulate(options: SimulationOptions): readonly SimulationCheck[] {
  const { experiment, visitors, seed, onProgress } = options;
  const runs = Math.min(MAX_RUNS, Math.floor(visitors / RUN_VISITORS));
  const total = visitors + runs * RUN_VISITORS;
  let done = 0;
  const count = (): void => {
    done += 1;
    if (done % 10_000 === 0) onProgress?.(done, total);
  };

  const variations = experiment.variations.map(() => 0);
  const assign = assigner(experiment);
  for (let i = 0; i < visitors; i += 1) {
    const variation = assign(visitorId(seed, i));
    if (variation !== null) variations[variation] = (variations[variation] ?? 0) + 1;
    count();
  }

  const ratios: number[] = [];
  const differences: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    // Other seeds for experiment and visitors: an independent experiment.
    const again = assigner(
      { ...experiment, coverage: 1, ramp: undefined, seed: `${experiment.seed}/${seed}/${run}` },
      false,
    );
    const seen = experiment.variations.map(() => ({ visitors: 0, conversions: 0 }));
    for (let i = 0; i < RUN_VISITORS; i += 1) {
      const id = visitorId(`${seed}/${run}`, i);
      const group = seen[again(id) ?? -1];
      if (group !== undefined) {
        group.visitors += 1;
        group.conversions += converts(id) ? 1 : 0;
      }
      count();
    }
    const [control, test] = seen;
    ratios.push(
      sampleRatioP(
        seen.map((group) => group.visitors),
        shares(experiment),
      ),
    );
    if (control !== undefined && test !== undefined) differences.push(differenceP(control, test));
  }
  onProgress?.(total, total);
  return [
    ...checkSplit(experiment, variations, visitors),
    ...(runs < 100 ? [] : [...checkAlarms(ratios), checkUniform(differences)]),
  ];
}

function shares({ variations }: ResolvedExperiment): readonly number[] {
  return variations.map(({ weight }) => weight);
}

/** Index of the assigned variation; `null` for a visitor outside the experiment. Prerequisites count as met. */
function assigner(experiment: ResolvedExperiment, withNamespace = true): (id: string) => number | null {
  const { namespace: _namespace, ...rest } = experiment;
  const flags = new Flags(
    buildPayload([{ ...(withNamespace ? experiment : rest), prerequisites: [], status: 'live' }], Date.now()),
  );
  const attributes = chooseAttributes(experiment);
  const requestAttributes = chooseRequestAttributes(experiment);
  return (id) =>
    flags.evaluatorFor(id, attributes, {}, requestAttributes)(experiment.feature)?.assignment?.index ?? null;
}

/** Attributes of a targeted visitor. */
function chooseAttributes({ targeting }: ResolvedExperiment): VisitorAttributes {
  return {
    locale: targeting.locales?.[0] ?? 'en',
    applicationCountry: targeting.countries?.[0] ?? '',
    device: targeting.devices?.[0] ?? 'desktop',
    webView: targeting.webView ?? false,
  };
}

/** Request attributes of such a visitor. */
function chooseRequestAttributes({ targeting }: ResolvedExperiment): RequestAttributes {
  return {
    utmSource: targeting.utmSources?.[0] ?? '',
    browser: targeting.browsers?.[0] ?? 'chrome',
    referrer: targeting.referrers?.[0] ?? '',
    code: targeting.codes?.[0] ?? '',
    firstVisit: targeting.firstVisit ?? true,
  };
}

function visitorId(seed: string, index: number): string {
  return hash('sha1', `${seed} ${index}`, 'base64url');
}

function converts(id: string): boolean {
  return Number.parseInt(hash('sha1', `converts ${id}`, 'hex').slice(0, 8), 16) / 2 ** 32 < CONVERSION_RATE;
}

function checkSplit(
  experiment: ResolvedExperiment,
  counts: readonly number[],
  visitors: number,
): readonly SimulationCheck[] {
  const { namespace } = experiment;
  const part = computeCoverage(experiment, Date.now()) * (namespace === undefined ? 1 : namespace.to - namespace.from);
  const each = experiment.variations.map(({ key, weight }, index): SimulationCheck => {
    const count = counts[index] ?? 0;
    const chance = weight * part;
    // The evaluator has a resolution of 1/10,000, so counts may be off by that share.
    const slack = Math.max(0, Math.abs(count - visitors * chance) - visitors * 0.0001);
    const off = chance === 1 ? 0 : slack / Math.sqrt(visitors * chance * (1 - chance));
    return {
      name: `variation ${key}`,
      passed: off <= MAX_DEVIATIONS,
      note: `${count} visitors, ${Math.round(visitors * chance)} expected, ${off.toFixed(2)} standard deviations beyond rounding, ${MAX_DEVIATIONS} allowed`,
    };
  });
  const p = sampleRatioP(counts, shares(experiment));
  return [
    ...each,
    { name: 'sample ratio', passed: p >= MIN_P, note: `p = ${p.toFixed(4)}, at least ${MIN_P} expected` },
  ];
}

function checkAlarms(ratios: readonly number[]): readonly SimulationCheck[] {
  return ALARM_RATES.map((rate) => {
    const alarms = ratios.filter((p) => p < rate).length;
    const off = deviation(alarms, ratios.length, rate);
    return {
      name: `alarms at ${rate}`,
      passed: Math.abs(off) <= MAX_DEVIATIONS,
      note: `${alarms} of ${ratios.length} runs, ${Math.round(ratios.length * rate)} expected, ${off.toFixed(2)} standard deviations off, ${MAX_DEVIATIONS} allowed`,
    };
  });
}

function checkUniform(differences: readonly number[]): SimulationCheck {
  const p = uniformP(differences);
  return {
    name: 'A/A p-values',
    passed: p >= MIN_P,
    note: `uniform with p = ${p.toFixed(4)} over ${differences.length} runs, at least ${MIN_P} expected`,
  };
}
