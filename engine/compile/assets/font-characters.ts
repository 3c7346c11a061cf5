/**
 * Characters that fonts always contain, for names of visitors: letters of western and Polish names, digits, punctuation, quotes,
 * currencies, arrows. Letters of the site's texts are added (`letters.ts`).
 * Missing ones (many fonts have no arrows, or no U+202F) come from the next font of the stack.
 */
export const fontCharacters: readonly string[] = [
  ...range(' ', '~'),
  ...range('\u00a0', 'ÿ'),
  ...'ĄąĆćĘęŁłŃńŚśŹźŻżŒœŸĲĳẞ',
  ...'–—‐‑‒―‘’‚“”„†‡•…‰′″‹›⁄',
  ...'\u2002\u2003\u2009\u200a\u202f\u2060',
  ...'€™−×≈≠≤≥←↑→↓',
];

function range(first: string, last: string): string[] {
  const start = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, index) => String.fromCharCode(start + index));
}

/** Code points closer than this share a range: the rule is shorter, and missing characters still come from the next font. */
const widestGap = 48;

/** A short CSS `unicode-range` that covers all characters. */
export function formatUnicodeRange(codePoints: Iterable<number>): string {
  const runs: [number, number][] = [];
  for (const codePoint of [...codePoints].toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && codePoint - run[1] <= widestGap) run[1] = codePoint;
    else runs.push([codePoint, codePoint]);
  }
  return runs.map(([first, last]) => (first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`)).join(',');
}

function hex(codePoint: number): string {
  return codePoint.toString(16).toUpperCase();
}
