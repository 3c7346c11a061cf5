import { randomBytes } from 'node:crypto';
import { Mistake } from '#engine/base/errors.ts';
import type { Hole, HoleContext } from '#engine/base/hole.ts';

const contexts: ReadonlySet<string> = new Set<HoleContext>(['html', 'attribute', 'json', 'url']);

/** Where a value of the page itself goes: known when the page is compiled, and not alike on all pages that show the same block. */
export interface OwnValue {
  readonly own: string;
}

/** Finished markup, or what is to be put in its place. */
export type Piece = string | Hole | OwnValue;

/** Marks holes in rendered markup and cuts the markup at its marks afterwards. */
export interface HoleMarker {
  /** The mark of one hole; plain letters and digits, so that no escaper touches it. */
  mark(name: string, context: HoleContext): string;
  /** The mark of a value of the page itself, which is named by letters and hyphens. */
  markOwn(name: string): string;
  /** Finished markup and what was marked in turn. */
  cut(markup: string): Piece[];
}

/** Marks are drawn anew for each compiler and never leave it, so that no text of a document can forge one. */
export function createHoleMarker(): HoleMarker {
  const secret = randomBytes(9).toString('hex');
  // A digit ends a name, whatever letters follow.
  const pattern = new RegExp(`H${secret}x([a-z]+)x([A-Za-z-]+)0`);
  return {
    mark(name, context) {
      if (!contexts.has(context))
        throw new Mistake(
          `The hole "${name}" names the context "${context}". Use one of: ${[...contexts].join(', ')}.`,
        );
      if (!/^[A-Za-z]+$/.test(name)) throw new Mistake(`The hole "${name}" needs a name of letters only.`);
      return `H${secret}x${context}x${name}0`;
    },
    markOwn: (name) => `H${secret}xownx${name}0`,
    cut(markup) {
      // Splitting by a pattern with two groups gives text, context, name, text, context, name, … text.
      const found = markup.split(pattern);
      const pieces: Piece[] = [];
      for (let i = 0; i < found.length; i += 3) {
        const text = found[i];
        if (text) pieces.push(text);
        const context = found[i + 1];
        const name = found[i + 2];
        if (context === undefined || name === undefined) continue;
        pieces.push(context === 'own' ? { own: name } : { name, context: context as HoleContext });
      }
      return pieces;
    },
  };
}

/** Pieces of a page with its own values in their places. */
export function withOwnValues(
  pieces: readonly Piece[],
  values: ReadonlyMap<string, readonly (string | Hole)[]>,
): (string | Hole)[] {
  return pieces.flatMap((piece) =>
    typeof piece === 'object' && 'own' in piece ? (values.get(piece.own) ?? []) : piece,
  );
}
