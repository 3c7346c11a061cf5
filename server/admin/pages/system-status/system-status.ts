import type { Finding } from '#engine/shared/finding.ts';
import type { FailedRule } from '#server/platform/database/retention.ts';

/** A moment that the documents name. */
export interface NamedMoment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly what: 'opens' | 'closes' | 'countdown' | 'ramp' | 'claim ends';
  /** What people call it, such as `landings/black-friday hero "welcome"`. */
  readonly who: string;
  /** As written, with its zone. */
  readonly wall: string;
  /** Where it is written, such as `pages-config/site.json:12:5`. */
  readonly place: string;
}

/** What a process knows of the site that it sends and of its own maintenance. */
export interface SystemStatus {
  /** Findings of the documents that are sent, or those for which the newest ones are refused. */
  readonly documents: () => { readonly isRefused: boolean; readonly findings: readonly Finding[] };
  /** In their order in time, those that are over included. */
  readonly moments: () => readonly NamedMoment[];
  /** Rules of retention that the last round could not carry out. */
  readonly failedRules: () => readonly FailedRule[];
  /** Why the last export of exposures failed; `null` when it did not. */
  readonly failedExport: () => string | null;
  /** Reports of errors in a row that their service did not take. */
  readonly lostReports: () => number;
  /** Published files that the build changed in another way. */
  readonly driftedFiles: () => Promise<readonly string[]>;
}
