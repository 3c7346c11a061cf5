import type { VariationResult } from '#server/site/experiments/results/figures.ts';
import type { ExperimentResults } from '#server/site/experiments/results/results.ts';
import type { Verdict } from '#server/site/experiments/results/judge-experiment.ts';
import { formatProbability, formatShare, formatTable } from './figures.ts';

/** Results as a table for a terminal, with the conclusion that the data supports. */
export function formatResults(results: ExperimentResults): string {
  const { key, phase, goalMetric, variations, sampleRatio, period, method, alpha, verdict } = results;
  const when =
    period === null ? 'No visitors yet.' : `${period.from} to ${period.to}, ${period.days} days with visitors.`;
  const interval = `${((1 - alpha) * 100).toFixed(alpha === 0.05 ? 0 : 1)} % interval`;
  const titles = ['Variation', 'Visitors', goalMetric, 'Rate', 'Uplift', interval, 'P-value', 'Chance to win'];
  // With a sample ratio mismatch, rates are meaningless.
  const rows = [titles, ...variations.map((variation) => cells(variation, sampleRatio.isBroken))];
  const { worstDay, worstLocale, worstDevice } = sampleRatio;
  const worst = [
    ['day', worstDay],
    ['language', worstLocale],
    ['device', worstDevice],
  ] as const;
  const split = [
    `all p = ${formatProbability(sampleRatio.p)}`,
    ...worst.flatMap(([kind, named]) =>
      named === null ? [] : [`${kind} ${named.name} p = ${formatProbability(named.p)}`],
    ),
  ];
  const look =
    method === 'sequential'
      ? 'Sequential: valid at any time.'
      : 'Fixed horizon: valid once, at the target sample size.';
  const { exposeOn } = results;
  const counted =
    exposeOn === null
      ? 'Counted: all visitors from when the page was sent (intention to treat).'
      : `Counted: from when the block "${exposeOn.block}" was seen; ${exposeOn.bySending} visitors whose browser runs no script, from when the page was sent.`;
  const several =
    results.multiple === 0
      ? []
      : [`Multiple exposures: ${results.multiple} visitors who consented to statistics saw more than one variation.`];
  const networks = [
    ...(results.surplus === 0
      ? []
      : [`Not counted: ${results.surplus} visitors above the limit of a network, RATE_LIMIT_EXPERIMENT_VISITORS.`]),
    ...(results.oneNetwork === null
      ? []
      : [
          `One network brought ${formatShare(results.oneNetwork.share)} of the visitors of ${results.oneNetwork.variation} on ${results.oneNetwork.day}.`,
        ]),
  ];
  const paints = variations.flatMap(({ key: variation, paint }) =>
    paint === null ? [] : [`${variation} ${paint.p75} ms (${paint.pages} pages)`],
  );
  const painted = paints.length === 0 ? [] : [`Largest Contentful Paint, 75th percentile: ${paints.join(', ')}.`];
  const guardrails = results.guardrails.flatMap(({ event, effects }) =>
    effects.map(({ variation, state, effect }) => {
      const between = effect === null ? '' : `, ${signed(effect.interval[0])} to ${signed(effect.interval[1])}`;
      return `Guardrail ${event}, ${variation}: ${guardrailStates[state]}${between}.`;
    }),
  );
  const head = `${key}, phase ${phase}: ${when} ${look}`;
  return [
    head,
    '',
    formatTable(rows),
    '',
    counted,
    `Sample ratio: ${split.join(', ')}.`,
    ...several,
    ...networks,
    ...painted,
    ...guardrails,
    '',
    words(verdict),
  ].join('\n');
}

function cells({ key, visitors, conversions, rate, effect }: VariationResult, isBroken: boolean): string[] {
  const plain = [key, String(visitors), String(conversions)];
  if (isBroken) return [...plain, '–', '–', '–', '–', '–'];
  const figures = effect && [
    signed(effect.value),
    `${signed(effect.interval[0])} to ${signed(effect.interval[1])}`,
    effect.p === null ? '–' : formatProbability(effect.p),
    chance(effect.chanceToWin),
  ];
  return [...plain, rate === null ? '–' : formatShare(rate), ...(figures ?? ['–', '–', '–', '–'])];
}

/** Labels of guardrail states, as on the admin pages. */
const guardrailStates = { held: 'passing', harmed: 'failing', unclear: 'not enough data' } as const;

/** The verdict as text. */
function words(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'nobody-yet':
      return 'No visitors have taken part yet.';
    case 'split-broken':
      return 'Sample ratio mismatch: visitors are not distributed as the weights say. Something affects who is counted, so no rate is shown until the cause is found. Has a variation, a weight or a filter changed while the experiment ran?';
    case 'not-enough-data':
      return 'There is not enough data: a variation has no conversions yet, or nothing but conversions.';
    case 'better':
      return `"${verdict.variation}" is better than the control: between ${signed(verdict.low)} and ${signed(verdict.high)}.`;
    case 'worse':
      return `No variation is better than the control. The best one, "${verdict.variation}", is worse: between ${signed(verdict.low)} and ${signed(verdict.high)}.`;
    case 'harmful':
      return `"${verdict.variation}" fails the guardrail ${verdict.guardrail}: between ${signed(verdict.low)} and ${signed(verdict.high)}. No other variation is better than the control.`;
    case 'no-difference':
      return `No variation differs from the control by ${formatShare(verdict.minimumDetectableEffect)} or more, the minimum detectable effect. Choose for other reasons.`;
    case 'undecided':
      return 'The target sample size is reached, and the data is inconclusive. An effect of the planned size would have been detected in four of five experiments.';
    case 'too-early':
      return verdict.daysLeft === null
        ? 'It is too early for a result.'
        : `It is too early for a result. At the present rate about ${verdict.daysLeft} more days are needed.`;
  }
}

/** Probabilities are never shown as 0 % or 100 %. */
const chance = (share: number): string =>
  share > 0.9999 ? 'over 99.99 %' : share < 0.0001 ? 'under 0.01 %' : formatShare(share);
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${(Math.abs(share) * 100).toFixed(1)} %`;
