/** Keys and indices from the root of a JSON file, such as `['blocks', 2, 'title']`. */
export type Path = readonly (string | number)[];

/** A location in a file before it is converted to line and column. */
export interface SourceLocation {
  readonly file: string;
  readonly path: Path;
  /** Point at the key of a property instead of its value. */
  readonly at?: 'key' | 'value';
  /** UTF-16 code units into the string value, past its opening quote; escapes are accounted for. */
  readonly inside?: number;
  /** Known offset of syntax errors, which have no path. */
  readonly offset?: number;
  /** Known line of a file that is not JSON; 1-based. */
  readonly line?: number;
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
