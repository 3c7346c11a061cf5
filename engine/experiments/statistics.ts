/** Probability that a chi-squared variable with `degrees` degrees of freedom is at least `value`. */
export function chiSquaredTail(value: number, degrees: number): number {
  if (value <= 0 || degrees <= 0) return 1;
  return upperGamma(degrees / 2, value / 2);
}

/** How likely counts are under expected shares (sample-ratio test): the p-value of a chi-squared test of fit. */
export function sampleRatioP(counts: readonly number[], shares: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0 || whole === 0) return 1;
  const statistic = counts.reduce((sum, count, index) => {
    const expected = (total * (shares[index] ?? 0)) / whole;
    return expected === 0 ? sum : sum + (count - expected) ** 2 / expected;
  }, 0);
  return chiSquaredTail(statistic, counts.length - 1);
}

export interface Conversions {
  readonly visitors: number;
  readonly conversions: number;
}

/** Two-sided p-value of a test of two proportions; 1 where nothing can be told. */
export function differenceP(one: Conversions, other: Conversions): number {
  if (one.visitors === 0 || other.visitors === 0) return 1;
  const visitors = one.visitors + other.visitors;
  const share = (one.conversions + other.conversions) / visitors;
  const variance = share * (1 - share) * (1 / one.visitors + 1 / other.visitors);
  if (!(variance > 0)) return 1;
  const difference = one.conversions / one.visitors - other.conversions / other.visitors;
  return chiSquaredTail(difference ** 2 / variance, 1);
}

/** How likely values are when they come from the uniform distribution on 0 to 1: the p-value of Kolmogorov's test. */
export function uniformP(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const count = sorted.length;
  const distance = Math.max(
    ...sorted.map((value, index) => Math.max((index + 1) / count - value, value - index / count)),
  );
  // Stephens' correction (1970) makes the limit good from a handful of values on.
  const root = Math.sqrt(count);
  const scaled = (root + 0.12 + 0.11 / root) * distance;
  if (scaled < 0.2) return 1;
  let p = 0;
  for (let k = 1; k <= 100; k += 1) p += 2 * (k % 2 === 1 ? 1 : -1) * Math.exp(-2 * k * k * scaled * scaled);
  return Math.min(1, Math.max(0, p));
}

/** How many standard deviations a count of successes is from what is expected. */
export function deviation(count: number, trials: number, chance: number): number {
  return (count - trials * chance) / Math.sqrt(trials * chance * (1 - chance));
}

/** The regularised upper incomplete gamma function Q(a, x), by series or continued fraction (Abramowitz and Stegun, 6.5). */
function upperGamma(a: number, x: number): number {
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 1000 && term > sum * 1e-15; n += 1) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - sum * scale);
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 1000; n += 1) {
    const factor = -n * (n - a);
    b += 2;
    d = 1 / (factor * d + b);
    c = b + factor / c;
    const step = c * d;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return fraction * scale;
}

/** Lanczos' approximation; enough for the halves of small whole numbers. */
function logGamma(x: number): number {
  const coefficients = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
    -5.395239384953e-6,
  ];
  const base = x + 5.5;
  const series = coefficients.reduce(
    (sum, coefficient, index) => sum + coefficient / (x + 1 + index),
    1.000000000190015,
  );
  return (x + 0.5) * Math.log(base) - base + Math.log((2.5066282746310007 * series) / x);
}
