/** Two-sided tests of whether two samples come from one distribution. */

/**
 * Kolmogorov–Smirnov for two samples, by the asymptotic distribution with Stephens' correction (Numerical Recipes, 14.3.3).
 *
 * @returns the probability of a difference as great as this by chance
 */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one.toSorted((x, y) => x - y), other.toSorted((x, y) => x - y)];
  let [i, j, distance] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? 0, b[j] ?? 0);
    while (i < a.length && a[i] === value) i += 1;
    while (j < b.length && b[j] === value) j += 1;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  const size = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (size + 0.12 + 0.11 / size) * distance;
  // The series does not converge near 0, where the probability is 1.
  if (lambda < 0.2) return 1;
  let sum = 0;
  for (let k = 1; k <= 100; k += 1) sum += 2 * (-1) ** (k - 1) * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, sum));
}

/**
 * Welch's test of equal means. Samples of hundreds: Student's distribution is taken for the normal one, which finds a little more
 * differences than there are.
 */
export function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [computeMoments(one), computeMoments(other)];
  const error = Math.sqrt(a.variance / one.length + b.variance / other.length);
  if (error === 0) return a.mean === b.mean ? 1 : 0;
  return twoTails(Math.abs(a.mean - b.mean) / error);
}

/**
 * Holm's procedure.
 *
 * @returns of each probability whether it is significant when all are looked at together
 */
export function holm(probabilities: readonly number[], alpha: number): readonly boolean[] {
  const order = probabilities
    .map((_, index) => index)
    .toSorted((a, b) => (probabilities[a] ?? 1) - (probabilities[b] ?? 1));
  const significant = probabilities.map(() => false);
  for (const [rank, index] of order.entries()) {
    if ((probabilities[index] ?? 1) > alpha / (probabilities.length - rank)) break;
    significant[index] = true;
  }
  return significant;
}

function computeMoments(values: readonly number[]): { readonly mean: number; readonly variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, variance: squares / (values.length - 1) };
}

/** Both tails of the standard normal distribution beyond z ≥ 0, by the complementary error function (Numerical Recipes, 6.2.2; relative error below 1.2e-7). */
function twoTails(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ];
  const exponent = terms.reduceRight((sum, term) => sum * t + term, 0);
  return t * Math.exp(-x * x + exponent);
}
