import { continuedFraction, logGammaHalfStep } from './gamma.ts';
import { normalQuantile } from './normal.ts';

const HALF_LOG_PI = Math.log(Math.PI) / 2;

/** Probability that a variable of Student's distribution is above `t`; exact far into the upper tail. */
export function studentTail(t: number, degrees: number): number {
  if (t < 0) return 1 - studentTail(-t, degrees);
  return halfBeta(degrees / (degrees + t * t), (t * t) / (degrees + t * t), degrees / 2) / 2;
}

/** Quantile of Student's distribution, for 0 < p < 1. */
export function studentQuantile(p: number, degrees: number): number {
  return p < 0.5 ? -upperQuantile(p, degrees) : upperQuantile(1 - p, degrees);
}

/** The value that is exceeded with probability `tail`, of at most one half; by Newton's method between bounds. */
function upperQuantile(tail: number, degrees: number): number {
  if (tail === 0.5) return 0;
  let low = 0;
  let high = Math.max(1, -normalQuantile(tail));
  while (studentTail(high, degrees) > tail) {
    low = high;
    high *= 2;
  }
  let t = high;
  for (let step = 0; step < 100; step += 1) {
    const excess = studentTail(t, degrees) - tail;
    if (excess > 0) low = t;
    else high = t;
    const newton = t + excess / studentDensity(t, degrees);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= 1e-15 * t) return next;
    t = next;
  }
  return t;
}

function studentDensity(t: number, degrees: number): number {
  const scale = logGammaHalfStep(degrees / 2) - HALF_LOG_PI - Math.log(degrees) / 2;
  return Math.exp(scale - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees));
}

/**
 * The regularised incomplete beta function I_x(a, 1/2) (Abramowitz and Stegun, 26.5.8). `rest` is 1 − x, passed apart because
 * x is so near 1 for many degrees of freedom that subtracting it loses all digits.
 */
function halfBeta(x: number, rest: number, a: number): number {
  if (rest <= 0) return 1;
  if (x <= 0) return 0;
  const scale = Math.exp(
    logGammaHalfStep(a) - HALF_LOG_PI + a * (x < 0.5 ? Math.log(x) : Math.log1p(-rest)) + Math.log(rest) / 2,
  );
  if (x < (a + 1) / (a + 2.5)) return (scale / a) * betaFraction(x, a, 0.5);
  return 1 - 2 * scale * betaFraction(rest, 0.5, a);
}

function betaFraction(x: number, a: number, b: number): number {
  const coefficient = (n: number): number => {
    const m = Math.floor(n / 2);
    return n % 2 === 0
      ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
      : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
  };
  return continuedFraction(
    (n) => (n === 0 ? 1 : coefficient(n)),
    (n) => (n === 0 ? 0 : 1),
  );
}
