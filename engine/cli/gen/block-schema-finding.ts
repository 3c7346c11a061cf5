import type { Path } from '#engine/documents/source-location.ts';
import type { Severity } from '#engine/shared/finding.ts';

/** What a check finds at one path of the schema of a block or layout. */
export interface BlockSchemaFinding {
  readonly rule: string;
  readonly path: Path;
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** Path of a file that is missing. */
  readonly expected?: string;
  readonly severity?: Severity;
  /** A keyword that is missing: a misspelled one in its place says so already. */
  readonly lacks?: Path;
  /** Point at the key of a property instead of its value. */
  readonly at?: 'key' | 'value';
}
