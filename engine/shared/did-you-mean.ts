import { distance } from 'fastest-levenshtein';

/**
 * The allowed value that was most likely meant, or `undefined` when none is close.
 * Close means one edit for words of up to three letters, else two or a third of the length; case is not an edit.
 */
export function didYouMean(found: string, allowed: Iterable<string>): string | undefined {
  const wanted = found.toLowerCase();
  let best: string | undefined;
  let bestDistance = (found.length <= 3 ? 1 : Math.max(2, Math.floor(found.length / 3))) + 1;
  for (const candidate of allowed) {
    if (Math.abs(candidate.length - found.length) >= bestDistance) continue;
    const edits = distance(wanted, candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}
