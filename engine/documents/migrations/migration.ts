import type { JsonObject } from '../json.ts';
import type { DocumentKind } from '../types.ts';

/** One named step that brings documents of one version to the next. Pure, and without a second chance to change once released. */
export interface Migration {
  /** What the step does, in kebab-case; shown by `npm run migrate`. */
  readonly name: string;
  /** Version the document has before; afterwards it has `from + 1`. */
  readonly from: number;
  readonly kinds: readonly DocumentKind[];
  /** Gives a new document, or the same one when there is nothing to do. Keys keep their order. */
  readonly migrate: (document: JsonObject) => JsonObject;
}
