/** Width of a line of text, in any unit. */
type Measure = (line: string) => number;

const softHyphen = '\u00ad';

/**
 * Breaks a text into as few lines as fit `width` and balances them, as CSS `text-wrap: balance` does. Breaks at spaces, and at soft
 * hyphens in words wider than a line. `null` if a piece is wider than `width`.
 */
export function balanceLines(text: string, width: number, measure: Measure): string[] | null {
  const fewest = breakLines(text, width, measure);
  if (fewest === null) return null;
  let best = fewest;
  let tooNarrow = 0;
  let wideEnough = width;
  while (wideEnough - tooNarrow > 1) {
    const middle = (tooNarrow + wideEnough) / 2;
    const lines = breakLines(text, middle, measure);
    // Avoid hyphens in titles, even where they would balance the lines.
    const hyphens = lines?.some((line) => line.endsWith('-')) === true && !fewest.some((line) => line.endsWith('-'));
    if (lines !== null && lines.length === fewest.length && !hyphens) {
      best = lines;
      wideEnough = middle;
    } else tooNarrow = middle;
  }
  return best;
}

function breakLines(text: string, width: number, measure: Measure): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \n\t]+/).filter((piece) => piece !== '')) {
    const plain = word.replaceAll(softHyphen, '');
    const joined = line === '' ? plain : `${line} ${plain}`;
    if (measure(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = measure(plain) <= width ? [plain] : hyphenate(word, width, measure);
    if (pieces === null) return null;
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return line === '' ? lines : [...lines, line];
}

/** A word split at its soft hyphens into pieces that fit; all but the last end with a hyphen. */
function hyphenate(word: string, width: number, measure: Measure): string[] | null {
  const pieces: string[] = [];
  let piece = '';
  for (const part of word.split(softHyphen)) {
    if (piece !== '' && measure(`${piece}${part}-`) > width) {
      pieces.push(`${piece}-`);
      piece = '';
    }
    piece += part;
  }
  pieces.push(piece);
  return pieces.every((line) => measure(line) <= width) ? pieces : null;
}
