import { randomBytes } from 'node:crypto';
import { UserError } from '#engine/shared/errors.ts';
import type { Hole, HoleContext } from '#engine/shared/hole.ts';

const contexts: ReadonlySet<string> = new Set<HoleContext>(['html', 'attribute', 'json', 'url']);

/** Position of a value of the page: known at compile time, and different on pages that share a block. */
export interface PageValue {
  readonly own: string;
}

/** Finished markup, or a placeholder. */
export type TemplatePart = string | Hole | PageValue;

/** Marks holes in rendered markup and splits the markup at the marks. */
export interface HoleMarker {
  /** The mark of one hole; letters and digits only, so that escaping does not change it. */
  mark(name: string, context: HoleContext): string;
  /** The mark of a value of the page, whose name has letters and hyphens only. */
  markOwn(name: string): string;
  /** Finished markup and marked placeholders, alternating. */
  cut(markup: string): TemplatePart[];
}

/** Marks are random per compiler and secret, so that no text of a document can forge one. */
export function createHoleMarker(): HoleMarker {
  const secret = randomBytes(9).toString('hex');
  // A digit ends a name.
  const pattern = new RegExp(`H${secret}x([a-z]+)x([A-Za-z-]+)0`);
  return {
    mark(name, context) {
      if (!contexts.has(context))
        throw new UserError(
          `The hole "${name}" names the context "${context}". Use one of: ${[...contexts].join(', ')}.`,
        );
      if (!/^[A-Za-z]+$/.test(name)) throw new UserError(`The hole "${name}" needs a name of letters only.`);
      return `H${secret}x${context}x${name}0`;
    },
    markOwn: (name) => `H${secret}xownx${name}0`,
    cut(markup) {
      // Splitting by a pattern with two groups gives text, context, name, text, context, name, … text.
      const found = markup.split(pattern);
      const pieces: TemplatePart[] = [];
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

/** Parts of a page with its own values inserted. */
export function withPageValues(
  pieces: readonly TemplatePart[],
  values: ReadonlyMap<string, readonly (string | Hole)[]>,
): (string | Hole)[] {
  return pieces.flatMap((piece) =>
    typeof piece === 'object' && 'own' in piece ? (values.get(piece.own) ?? []) : piece,
  );
}
