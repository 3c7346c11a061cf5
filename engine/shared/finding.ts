/** `error`: blocks a build or publication; `warning`: does not. */
export type Severity = 'error' | 'warning';

/**
 * An error in a document, a text or a setting, with what is needed to fix it. The same format is used by the command line, the development
 * overlay, publishing and server start.
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
  /** One full sentence in plain words that quotes the value found. */
  readonly message: string;
  /** What is allowed, if it can be stated briefly. */
  readonly expected?: string;
  /** The value found, as JSON. */
  readonly found?: string;
  /** The most similar allowed value, if any. */
  readonly suggestion?: string;
  /** Number of findings that are suppressed because this one causes them. */
  readonly dependents?: number;
  /** A fix that is safe without confirmation; `check --fix` applies it. */
  readonly fix?: TextEdit;
}

/** Replaces `length` UTF-16 code units at `offset` by `text`. */
export interface TextEdit {
  readonly file: string;
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** Identifies a finding across changes of a file: independent of its line. */
export const identifyFinding = ({ rule, file, path, message }: Finding): string =>
  JSON.stringify([rule, file, path, message]);
