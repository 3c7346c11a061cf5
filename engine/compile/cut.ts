import { randomBytes } from 'node:crypto';
import { Mistake } from '#engine/base/errors.ts';
import type { Hole, HoleContext } from '#engine/base/hole.ts';

const contexts: ReadonlySet<string> = new Set<HoleContext>(['html', 'attribute', 'json', 'url']);

/** Marks holes in rendered markup and cuts the markup at its marks afterwards. */
export interface HoleMarker {
  /** The mark of one hole; plain letters and digits, so that no escaper touches it. */
  mark(name: string, context: HoleContext): string;
  /** Finished markup and holes in turn. */
  cut(markup: string): (string | Hole)[];
}

/** Marks are drawn anew for each compilation, so that no text of a document can forge one. */
export function createHoleMarker(): HoleMarker {
  const secret = randomBytes(9).toString('hex');
  const pattern = new RegExp(`H${secret}x([a-z]+)x([A-Za-z]+)E`);
  return {
    mark(name, context) {
      if (!contexts.has(context))
        throw new Mistake(
          `The hole "${name}" names the context "${context}". Use one of: ${[...contexts].join(', ')}.`,
        );
      if (!/^[A-Za-z]+$/.test(name)) throw new Mistake(`The hole "${name}" needs a name of letters only.`);
      return `H${secret}x${context}x${name}E`;
    },
    cut(markup) {
      // Splitting by a pattern with two groups gives text, context, name, text, context, name, … text.
      const pieces = markup.split(pattern);
      const parts: (string | Hole)[] = [];
      for (let i = 0; i < pieces.length; i += 3) {
        const text = pieces[i];
        if (text) parts.push(text);
        const context = pieces[i + 1];
        const name = pieces[i + 2];
        if (context !== undefined && name !== undefined) parts.push({ name, context: context as HoleContext });
      }
      return parts;
    },
  };
}

/** Pieces of a page that were cut apart, as one. */
export function joinParts(...pieces: readonly (readonly (string | Hole)[])[]): (string | Hole)[] {
  const parts: (string | Hole)[] = [];
  for (const part of pieces.flat()) {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}
