import type { Path } from '#engine/documents/source-location.ts';
import type { Severity } from '#engine/shared/finding.ts';

/** A finding at one path of the schema of a block or layout. */
export interface BlockSchemaFinding {
  readonly rule: string;
  readonly path: Path;
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** Path of a missing file. */
  readonly expected?: string;
  readonly severity?: Severity;
  /** A missing keyword; not reported as well if a misspelled one is. */
  readonly lacks?: Path;
  /** Point at the key of a property instead of its value. */
  readonly at?: 'key' | 'value';
}
