import type { Finding, Severity } from '#engine/shared/finding.ts';

/** Keys and indices from the root of a JSON file, such as `['blocks', 2, 'title']`. */
export type Path = readonly (string | number)[];

/** A position in a file before it is converted to line and column. */
export interface Place {
  readonly file: string;
  readonly path: Path;
  /** Point at the key of a property instead of its value. */
  readonly at?: 'key' | 'value';
  /** UTF-16 code units into the string value, past its opening quote; escapes are accounted for. */
  readonly inside?: number;
  /** Known offset of syntax errors, which have no path. */
  readonly offset?: number;
}

/** An insertion or replacement that is safe without confirmation, addressed by path. */
export interface PropertyFix {
  /** File and path of the object for the property. */
  readonly object: Place;
  readonly key: string;
  readonly value: string;
}

/** A new name for the property at a position. */
export interface RenameFix {
  readonly property: Place;
  readonly name: string;
}

/** A replacement for a string. */
export interface StringFix {
  readonly string: Place;
  readonly text: string;
}

/** A report of a rule; `toFinding` adds position, rule id and severity. */
export interface Remark {
  readonly place: Place;
  readonly message: string;
  readonly expected?: string;
  readonly found?: unknown;
  readonly suggestion?: string;
  readonly fix?: PropertyFix | RenameFix | StringFix;
  /** Distinguishes reports of one rule at one position, if neither `found` nor the message does. */
  readonly mark?: string;
  /** Positions of possible causes: an error there, or inside, suppresses this report. */
  readonly follows?: readonly Place[];
  /** Superfluous parts: all findings inside of them are consequences. */
  readonly covers?: readonly Place[];
  /** What several reports with the same place here have in common: one report of it takes their place. */
  readonly together?: Pick<Remark, 'place' | 'message' | 'expected'>;
  /** For rules with both severities; by default the rule's own. */
  readonly severity?: Severity;
}

/** A report with its rule. */
export interface FindingDraft extends Remark {
  readonly rule: string;
  /** Id of its block; absent for the document as a whole. */
  readonly block?: string;
  /** The same mistake in the base, which a variant inherits. */
  readonly inherits?: FindingDraft;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** A path in JavaScript notation: `blocks[2].actions[0].to`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (!PLAIN_KEY.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

/** Sorts findings by file, position, rule, as in every list. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
