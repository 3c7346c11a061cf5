/**
 * Characters that fonts always draw, as names may have them: letters of western and Polish names, digits, punctuation, quotes, currencies,
 * arrows. Letters of the site's own texts come to them (`letters.ts`).
 * What a font lacks of these (many have no arrows, or no U+202F) comes from the next font of the stack.
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

/** Code points closer than this share a run: a shorter rule, and what the font lacks comes from the next font all the same. */
const widestGap = 48;

/** The characters as a short CSS `unicode-range` that covers all of them. */
export function unicodeRange(codePoints: Iterable<number>): string {
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
