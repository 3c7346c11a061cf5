/** Lanczos' coefficients for g = 7 and nine terms (Godfrey, 2001): about 15 digits on the whole positive axis. */
const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;
const HALF_LOG_TWO_PI = Math.log(2 * Math.PI) / 2;

/** The natural logarithm of Γ(x), for x > 0. */
function logGamma(x: number): number {
  // Below one half the series loses digits; Γ(x + 1) = x Γ(x) brings it back.
  if (x < 0.5) return logGamma(x + 1) - Math.log(x);
  const series = LANCZOS.reduce<number>(
    (sum, coefficient, index) => (index === 0 ? coefficient : sum + coefficient / (x - 1 + index)),
    0,
  );
  const base = x + LANCZOS_G - 0.5;
  return HALF_LOG_TWO_PI + (x - 0.5) * Math.log(base) - base + Math.log(series);
}

/**
 * ln Γ(x + 1/2) − ln Γ(x). The difference of two large logarithms loses the digits before the decimal point, so
 * large arguments use the asymptotic series.
 */
export function logGammaHalfStep(x: number): number {
  if (x < 25) return logGamma(x + 0.5) - logGamma(x);
  const inverse = 1 / x;
  const square = inverse * inverse;
  return Math.log(x) / 2 - inverse * (1 / 8 - square * (1 / 192 - square * (1 / 640 - square * (17 / 14_336))));
}

/** The regularised upper incomplete gamma function Q(a, x), exact far into the tail (Abramowitz and Stegun, 6.5). */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MAX_TERMS && term > sum * EPSILON; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

function upperFraction(a: number, x: number): number {
  return continuedFraction(
    (n) => (n === 0 ? 1 : -n * (n - a)),
    (n) => (n === 0 ? 0 : x + 2 * n - 1 - a),
  );
}

const EPSILON = 1e-16;
const MAX_TERMS = 100_000;
const TINY = 1e-300;

/**
 * b₀ + a₀ / (b₁ + a₁ / (b₂ + …)) by the modified method of Lentz (Thompson and Barnett, 1986). `numerator(0)` is a₀, the one
 * above `denominator(1)`.
 */
export function continuedFraction(numerator: (n: number) => number, denominator: (n: number) => number): number {
  let value = denominator(0) || TINY;
  let c = value;
  let d = 0;
  for (let n = 1; n < MAX_TERMS; n += 1) {
    const above = numerator(n - 1);
    const below = denominator(n);
    d = 1 / (below + above * d || TINY);
    c = below + above / c || TINY;
    const step = c * d;
    value *= step;
    if (Math.abs(step - 1) < EPSILON) break;
  }
  return value;
}

/** Probability that a chi-squared variable with `degrees` degrees of freedom is at least `value`. */
export function chiSquaredTail(value: number, degrees: number): number {
  if (value <= 0 || degrees <= 0) return 1;
  return upperGamma(degrees / 2, value / 2);
}
