/** Position of a visitor's value in markup; each context has its escaper in `escape.ts`. */
export type HoleContext = 'html' | 'attribute' | 'json' | 'url';

/** A placeholder in a compiled page, filled per visitor; empty without a value. */
export interface Hole {
  readonly name: string;
  readonly context: HoleContext;
}

/** A hidden value at the end of `body`, written only if the decision contains it. */
export interface TailValue {
  /** Name of the value in `PageDecision.values`. */
  readonly name: string;
  /** Markup around the value. */
  readonly before: string;
  readonly after: string;
  readonly context: HoleContext;
}
