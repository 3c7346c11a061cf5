import type { Finding, Severity } from '#engine/base/finding.ts';

/** Keys and indices from the root of a JSON file, such as `['blocks', 2, 'title']`. */
export type Path = readonly (string | number)[];

/** A spot in a file before it was turned into line and column. */
export interface Place {
  readonly file: string;
  readonly path: Path;
  /** Point at the key of a property instead of its value. */
  readonly at?: 'key' | 'value';
  /** UTF-16 code units into the string value, past its opening quote; escapes are accounted for. */
  readonly inside?: number;
  /** Known already: mistakes of notation have no path to be found by. */
  readonly offset?: number;
}

/** An insertion or replacement that is safe to make without asking, still addressed by path. */
export interface PropertyFix {
  /** File and path of the object that gets the property. */
  readonly object: Place;
  readonly key: string;
  readonly value: string;
}

/** Another name for the property at a place. */
export interface RenameFix {
  readonly property: Place;
  readonly name: string;
}

/** Another text in the place of a string. */
export interface StringFix {
  readonly string: Place;
  readonly text: string;
}

/** What a rule says; position, rule id and severity are filled in by `toFinding`. */
export interface Remark {
  readonly place: Place;
  readonly message: string;
  readonly expected?: string;
  readonly found?: unknown;
  readonly suggestion?: string;
  readonly fix?: PropertyFix | RenameFix | StringFix;
  /** Distinguishes reports of one rule at one place when neither `found` nor the message should. */
  readonly mark?: string;
  /** Places of other mistakes that would explain this one: an error there, or in what is there, holds it back. */
  readonly follows?: readonly Place[];
  /** Places that should not be there at all: whatever others find inside of them follows. */
  readonly covers?: readonly Place[];
  /** Only where a rule has both: the rule's own severity otherwise. */
  readonly severity?: Severity;
}

/** A remark of a known rule. */
export interface Report extends Remark {
  readonly rule: string;
  /** Id of the block that it speaks of; absent for what a document is as a whole. */
  readonly block?: string;
  /** The same mistake in a base, of which this one is what a variant inherits. */
  readonly inherits?: Report;
}

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** A path as people write it: `blocks[2].actions[0].to`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const segment of path) {
    if (typeof segment === 'number') text += `[${segment}]`;
    else if (!PLAIN_KEY.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === '' ? segment : `.${segment}`;
  }
  return text;
}

/** Sorts findings by file, position, rule; the order of every list that people see. */
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
