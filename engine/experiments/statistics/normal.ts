import { continuedFraction, upperGamma } from './gamma.ts';

/** Density of the standard normal distribution. */
function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** Probability that a standard normal variable is above `z`; exact far into the upper tail. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  return upperGamma(0.5, (z * z) / 2) / 2;
}

/** Quantile of the standard normal distribution, for 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  // Abramowitz and Stegun, 26.2.23, is accurate to three digits; each Halley step triples them.
  const t = Math.sqrt(-2 * Math.log(p));
  let z = (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let step = 0; step < 4; step += 1) {
    const error = (normalTail(-z) - p) / normalDensity(z);
    z -= error / (1 + (z * error) / 2);
  }
  return z;
}

/**
 * Mean of max(X, 0) for a normal X: the expected loss of choosing against it. Accurate also if nearly all of X is below
 * zero.
 */
export function positivePart(mean: number, deviation: number): number {
  const z = mean / deviation;
  if (z > -2) return mean * (1 - normalTail(z)) + deviation * normalDensity(z);
  // φ(z) − |z| Φ(−|z|) cancels in the tail; by Mills' ratio 1 / (x + 1 / (x + 2 / (x + …))) it is a product.
  const x = -z;
  const rest = continuedFraction(
    (n) => n + 1,
    (n) => (n === 0 ? 0 : x),
  );
  return (deviation * normalDensity(x) * rest) / (x + rest);
}
