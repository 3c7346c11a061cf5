/**
 * The counts of `trials` between which a success of probability `chance` stays with `confidence`: each side leaves out at most
 * half of the rest (Clopper and Pearson, 1934).
 */
export function binomialBounds(
  trials: number,
  chance: number,
  confidence: number,
): readonly [low: number, high: number] {
  const rest = (1 - confidence) / 2;
  let logTerm = trials * Math.log1p(-chance);
  let below = 0;
  let low = 0;
  for (let count = 0; count <= trials; count += 1) {
    below += Math.exp(logTerm);
    if (below <= rest) low = count + 1;
    if (below >= 1 - rest) return [low, count];
    logTerm += Math.log((trials - count) / (count + 1)) + Math.log(chance) - Math.log1p(-chance);
  }
  return [low, trials];
}
