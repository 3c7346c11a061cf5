import type { Path } from '#engine/documents/place.ts';
import type { Severity } from '#engine/shared/finding.ts';

/** What a check says about one place of a schema. */
export interface SchemaRemark {
  readonly rule: string;
  readonly path: Path;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly severity?: Severity;
  /** A keyword that is missing: a misspelled one in its place says so already. */
  readonly lacks?: Path;
  /** Point at the key of a property instead of its value. */
  readonly at?: 'key' | 'value';
}
