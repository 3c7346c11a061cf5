/** How bad a finding is: an `error` refuses a build or a publish, a `warning` never does. */
export type Severity = 'error' | 'warning';

/**
 * A mistake that a person made in a document, a text or a setting, worded so that it can be fixed at once.
 * The same shape leaves the command line, the development overlay, publishing and server start.
 */
export interface Finding {
  /** Permanent kebab-case id; `docs/rules/<rule>.md` explains it. */
  readonly rule: string;
  readonly severity: Severity;
  /** Path from the project's root, with forward slashes. */
  readonly file: string;
  /** 1-based; columns count UTF-16 code units, as editors do. */
  readonly line: number;
  readonly column: number;
  /** JSON path inside the file, such as `blocks[2].actions[0].to`; empty for the whole file. */
  readonly path: string;
  /** One full sentence in plain words that quotes the value that was found. */
  readonly message: string;
  /** What is allowed here, when it can be said briefly. */
  readonly expected?: string;
  /** The value that was found, as JSON. */
  readonly found?: string;
  /** The nearest allowed value, when one is close. */
  readonly suggestion?: string;
  /** How many more findings only follow from this one, and are held back until it is fixed. */
  readonly dependents?: number;
  /** A change that is safe to make without asking; `check --fix` applies it. */
  readonly fix?: TextEdit;
}

/** Replaces `length` UTF-16 code units of a file from `offset` by `text`. */
export interface TextEdit {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** What a finding is known by before and after a change: the same mistake, wherever its line has moved to. */
export const identifyFinding = ({ rule, file, path, message }: Finding): string =>
  JSON.stringify([rule, file, path, message]);
