import type { MetInteraction, MetPair } from '#server/site/experiments/results/interactions.ts';
import { formatProbability, formatShare, formatTable } from './figures.ts';

/** Significance level for interactions across all pairs. */
const ALPHA = 0.05;

/** Pairs of experiments for a terminal, each with its conclusion. */
export function formatInteractions(pairs: readonly MetPair[]): string {
  if (pairs.length === 0) return 'No visitor with consent for statistics has seen two live experiments yet.';
  return pairs.map(formatPair).join('\n\n');
}

function formatPair({ experiments, event, visitors, splitP, cells, interactions }: MetPair): string {
  const [first, second] = experiments;
  const rows = cells.map(({ variations, visitors: met, conversions }) => [
    ...variations,
    String(met),
    String(conversions),
    met === 0 ? '–' : formatShare(conversions / met),
  ]);
  return [
    `${first} and ${second}: ${visitors} visitors who agreed to statistics met both.`,
    '',
    formatTable([[first, second, 'Visitors', event, 'Rate'], ...rows]),
    '',
    ...(splitP < 0.001
      ? [
          `The variations of one are not spread evenly over those of the other (p = ${formatProbability(splitP)}): find out why first.`,
        ]
      : []),
    ...interactions.map((one) => sentence(one, experiments)),
  ].join('\n');
}

function sentence(
  { variations: [one, other], found }: MetInteraction,
  [first, second]: readonly [string, string],
): string {
  const pair = `"${one}" of ${first} and "${other}" of ${second}`;
  if (found === null) return `${pair}: there is not enough data.`;
  const { difference, p, adjustedP } = found;
  const points = `${difference < 0 ? '−' : '+'}${(Math.abs(difference) * 100).toFixed(2)} percentage points`;
  const figures = `${points}, p = ${formatProbability(p)}, among all pairs ${formatProbability(adjustedP)}`;
  return adjustedP < ALPHA
    ? `${pair} change what the other does: ${figures}. Read neither without the other.`
    : `${pair}: nothing shows that they change what the other does (${figures}).`;
}
