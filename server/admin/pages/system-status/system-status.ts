import type { Finding } from '#engine/shared/finding.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import type { FailedRule } from '#server/platform/database/retention.ts';

/** A time that the documents define. */
export interface NamedMoment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly what: 'opens' | 'closes' | 'countdown' | 'ramp' | 'claim ends';
  /** What changes, in the language of the translator. */
  readonly name: (t: StaffTranslator) => string;
  /** As written, in its own zone. */
  readonly wall: string;
  /** Position in the source, such as `pages-config/site.json:12:5`. */
  readonly place: string;
}

/** A file that both the build and a publication changed: the publication is live. */
export interface DriftedFile {
  readonly path: string;
  /** Number of the publication. */
  readonly revision: number;
}

/** State of this process: the site that it serves, and its maintenance. */
export interface SystemStatus {
  /** Findings of the live documents, or of the newest ones when these were rejected. */
  readonly documents: () => { readonly isRefused: boolean; readonly findings: readonly Finding[] };
  /** In chronological order, including past ones. */
  readonly moments: () => readonly NamedMoment[];
  /** Retention rules that failed in the last run. */
  readonly failedRules: () => readonly FailedRule[];
  /** Error of the last export of exposures; `null` on success. */
  readonly failedExport: () => string | null;
  /** Consecutive error reports that the service rejected. */
  readonly lostReports: () => number;
  /** Published files that the build changed differently. */
  readonly driftedFiles: () => Promise<readonly DriftedFile[]>;
}
