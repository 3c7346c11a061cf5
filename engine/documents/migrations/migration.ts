import type { JsonObject } from '../json.ts';
import type { DocumentKind } from '../types.ts';
import type { NewNames } from './rename-keys.ts';

/** One named step from a version of documents to the next. Pure, and unchangeable once released. */
export interface Migration {
  /** What the step does, in kebab-case; shown by `npm run migrate`. */
  readonly name: string;
  /** Version before the step; afterwards it is `from + 1`. */
  readonly from: number;
  readonly kinds: readonly DocumentKind[];
  /** Properties that the step renames, so that findings are located by their former names. */
  readonly names?: NewNames;
  /** Returns a new document, or the same one if there is nothing to do. Keys keep their order. */
  readonly migrate: (document: JsonObject) => JsonObject;
}
