import { distance } from 'fastest-levenshtein';

/**
 * The most similar allowed value, or `undefined` when none is similar: one edit for words of up to three letters, else two edits or a third
 * of the length; case does not count, and two swapped letters are one edit.
 */
export function suggestName(found: string, allowed: Iterable<string>): string | undefined {
  const wanted = found.toLowerCase();
  let best: string | undefined;
  let bestDistance = (found.length <= 3 ? 1 : Math.max(2, Math.floor(found.length / 3))) + 1;
  for (const candidate of allowed) {
    if (Math.abs(candidate.length - found.length) >= bestDistance) continue;
    const name = candidate.toLowerCase();
    const edits = hasSwappedLetters(name, wanted) ? 1 : distance(wanted, name);
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return best;
}

function hasSwappedLetters(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  return at >= 0 && one.slice(0, at) + (one[at + 1] ?? '') + one[at] + one.slice(at + 2) === other;
}
