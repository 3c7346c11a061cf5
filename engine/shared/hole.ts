/** Where a visitor's value is in the markup; each context has its own escaper in `escape.ts`. */
export type HoleContext = 'html' | 'attribute' | 'json' | 'url';

/** A place in a finished page that is filled per visitor; empty when the visitor brings no such value. */
export interface Hole {
  readonly name: string;
  readonly context: HoleContext;
}

/** A hidden value at the end of `body`, written only when the decision brings it. */
export interface TailValue {
  /** Name of the value in `PageDecision.values`. */
  readonly name: string;
  /** Markup around the value. */
  readonly before: string;
  readonly after: string;
  readonly context: HoleContext;
}
