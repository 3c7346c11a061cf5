import { type Node, type ParseErrorCode, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { findForeignNotation } from './foreign-notation.ts';
import type { Path } from './source-location.ts';

/** One parsed JSON file: its value and its syntax errors. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** `undefined` with syntax errors. */
  readonly value: unknown;
  readonly problems: readonly NotationProblem[];
}

/** A mistake in the file or its syntax; offsets count UTF-16 code units. */
export interface NotationProblem {
  readonly kind: 'unreadable' | 'depth' | 'encoding' | 'syntax' | 'duplicate-key' | 'forbidden-key';
  readonly offset: number;
  readonly path: Path;
  readonly message: string;
  readonly found?: string;
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Maximum nesting; documents need far less, and JSON parsers overflow their stack on deep nesting. */
const MAX_DEPTH = 100;

const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not a JSON value. Texts need double quotes; only true, false and null are written without',
  InvalidNumberFormat: 'this is not a JSON number',
  PropertyNameExpected:
    'the name of a property in double quotes is missing here; a comma after the last one is not allowed',
  ValueExpected: 'a value is missing here; a comma after the last one is not allowed',
  ColonExpected: 'a colon is missing between the name of the property and its value',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing brace "}" is missing',
  CloseBracketExpected: 'a closing bracket "]" is missing',
  EndOfFileExpected: 'the document already ended; nothing may follow it',
  InvalidCommentToken: 'comments are not allowed in JSON; use a "$comment" where the schema allows one, or remove it',
  UnexpectedEndOfComment: 'this comment is never closed, and comments are not allowed in JSON',
  UnexpectedEndOfString:
    'the closing quote of this text is missing on its line; a new line within a text is written as "<br/>" or "\\n"',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'a unicode escape needs four hex digits, such as "\\u00e9"',
  InvalidEscapeCharacter: 'this escape does not exist in JSON; write "\\\\" for a backslash',
  InvalidCharacter: 'line breaks and control characters in a text are written as escapes, such as "\\n"',
};

const LIST_LEFT_OPEN =
  'the list before this name is still open. Write its closing bracket "]" and a comma before the name';
const PROPERTY = /^"[^"\n]*"\s*:/;

const CUT_OFF =
  'the file ends here, in the middle of an object or a list. Its rest was cut off: put it back, or close what is open';

/** Behind the last character, the rest is missing rather than one name or value. */
const WORDS_AT_END: Readonly<Record<string, string>> = {
  ...WORDS,
  PropertyNameExpected: CUT_OFF,
  ValueExpected: CUT_OFF,
};

/**
 * Parses strict JSON (RFC 8259) in UTF-8 and continues after a mistake.
 * Besides syntax errors it finds other encodings, deep nesting, duplicate keys, keys of prototypes and lone surrogates.
 */
export function parseSource(file: string, text: string): Source {
  const value = readStrict(text);
  if (value !== undefined) return { file, text, value: value.json, problems: [] };
  const problem = encodingProblem(text);
  if (problem !== undefined) return brokenSource(file, text, problem);
  try {
    return parseJson(file, text);
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
    const message = `This is inside of more than ${MAX_DEPTH} objects and lists, deeper than any document goes. Look for brackets that were written too often.`;
    return brokenSource(file, text, { kind: 'depth', offset: error.offset, path: [], message });
  }
}

/** Texts that need the slow parser: escapes may hide keys and surrogates, and U+FEFF or U+FFFD another encoding. */
const SUSPICIOUS = /\\u|[\uFEFF\uFFFD]|"(?:__proto__|constructor|prototype)"/;

/**
 * The value of a valid text; `undefined` if the slow parser has to find the mistakes. Nearly all files are valid, and
 * `JSON.parse` takes a tenth of the time.
 */
function readStrict(text: string): { readonly json: unknown } | undefined {
  if (SUSPICIOUS.test(text) || !text.isWellFormed()) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  // `JSON.parse` silently keeps the last value of a duplicate key.
  return countKeys(json, 1) === countWrittenKeys(text) ? { json } : undefined;
}

/** Number of keys of all objects; `Infinity` for values that are nested too deeply, and for numbers that cannot be stored. */
function countKeys(value: unknown, depth: number): number {
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return Number.POSITIVE_INFINITY;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : items.length;
  for (const item of items) count += countKeys(item, depth + 1);
  return count;
}

/** Strings before a colon, in a text that is JSON. */
function countWrittenKeys(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', start)) {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    start = end + 1;
    while (BLANKS.has(text.charCodeAt(start))) start += 1;
    if (text.charCodeAt(start) === COLON) count += 1;
  }
  return count;
}

const COLON = 0x3a;
/** Those of JSON: space, tab, line feed and carriage return. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether an odd number of backslashes precedes this position. */
function isEscaped(text: string, offset: number): boolean {
  let before = offset;
  while (text[before - 1] === '\\') before -= 1;
  return (offset - before) % 2 === 1;
}

/** An existing file that cannot be read, for example without permission. */
export function createUnreadableSource(file: string, message: string): Source {
  return brokenSource(file, '', { kind: 'unreadable', offset: 0, path: [], message });
}

function brokenSource(file: string, text: string, problem: NotationProblem): Source {
  return { file, text, value: undefined, problems: [problem] };
}

/** Ends the recursive parser before the stack overflows. */
class TooDeepError extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('The JSON is too deep.');
    this.offset = offset;
  }
}

/** In a file that is not UTF-8, an unknown byte becomes U+FFFD. */
function encodingProblem(text: string): NotationProblem | undefined {
  const problem = (offset: number, message: string): NotationProblem => ({
    kind: 'encoding',
    offset,
    path: [],
    message,
  });
  if (text.startsWith('\uFEFF'))
    return problem(
      0,
      'The file begins with a byte order mark, which no JSON may have. Save it as UTF-8 without one (“UTF-8”, not “UTF-8 with BOM”).',
    );
  if (/^\uFFFD{2}|^\0|^[^]\0/.test(text))
    return problem(0, 'The file is not UTF-8 but looks like UTF-16. Save it as UTF-8.');
  const offset = text.indexOf('\uFFFD');
  return offset < 0
    ? undefined
    : problem(
        offset,
        'This character is not UTF-8: the file was saved in another encoding. Save it as UTF-8 and write the character again.',
      );
}

/** A trailing comma of an object or a list. */
function lastComma(text: string, end: number): number | null {
  const before = text.slice(0, end).trimEnd();
  return /[}\]]/.test(text[end] ?? '') && before.endsWith(',') ? before.length - 1 : null;
}

/** An unescaped quotation mark inside a text: words and another mark follow on the line. */
function bareQuoteBefore(text: string, offset: number): { offset: number; message: string } | null {
  const before = text.slice(0, offset).replace(/(?<! ) +$/, '');
  const quote = before.length - 1;
  const words = quote === offset - 1 ? /^[^\s,:;={}[\]"][^"\n]*"/ : /^[^\s,:;={}[\]"][^":\n]*"/;
  if (text[quote] !== '"' || !words.test(text.slice(offset, offset + 1_000))) return null;
  return {
    offset: quote,
    message:
      'The text ends at this quotation mark, and more words follow. Write \\" for a mark inside of a text, or the typographic ones of the language, such as “ and ”.',
  };
}

function parseJson(file: string, text: string): Source {
  const problems: NotationProblem[] = [];
  const containers: unknown[] = [];
  const keys: string[] = [];
  const end = text.trimEnd().length;
  let root: unknown;
  let key = '';

  const put = (value: unknown): void => {
    const container = containers.at(-1);
    if (container === undefined) root = value;
    else if (Array.isArray(container)) container.push(value);
    else defineOwn(container as object, key, value);
  };
  const open = (value: unknown, offset: number): void => {
    if (containers.length >= MAX_DEPTH) throw new TooDeepError(offset);
    put(value);
    containers.push(value);
    keys.push(key);
  };
  const close = (): void => {
    containers.pop();
    key = keys.pop() ?? '';
  };

  visit(
    text,
    {
      onObjectBegin: (offset) => open({}, offset),
      onObjectEnd: close,
      onArrayBegin: (offset) => open([], offset),
      onArrayEnd: close,
      onObjectProperty: (name, offset, _length, _line, _character, pathOf) => {
        key = name;
        if (FORBIDDEN_KEYS.has(name)) {
          problems.push({
            kind: 'forbidden-key',
            offset,
            path: [...pathOf(), name],
            found: name,
            message: `The key "${name}" is not allowed in a document, because it can reach into the engine itself. Remove it.`,
          });
        } else if (Object.hasOwn(containers.at(-1) as object, name)) {
          problems.push({
            kind: 'duplicate-key',
            offset,
            path: [...pathOf(), name],
            found: name,
            message: `The key "${name}" appears twice in this object, so one of the two values would be lost. Keep one.`,
          });
        }
      },
      onLiteralValue: (value: unknown, offset, _length, _line, _character, pathOf) => {
        if (typeof value === 'string' && !value.isWellFormed()) {
          problems.push({
            kind: 'syntax',
            offset,
            path: pathOf(),
            message: 'This text holds half of a surrogate pair, which is not a character. Write the whole character.',
          });
        }
        if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) {
          problems.push({
            kind: 'syntax',
            offset,
            path: pathOf(),
            message: 'This number is larger than any that can be stored. Write a smaller one.',
          });
        }
        put(value);
      },
      onError: (code: ParseErrorCode, offset) => {
        if (problems.at(-1)?.offset === offset) return;
        const foreign = findForeignNotation(text, offset) ?? bareQuoteBefore(text, offset);
        const words = (offset >= end ? WORDS_AT_END : WORDS)[printParseErrorCode(code)] ?? 'this is not JSON';
        const isListLeftOpen =
          printParseErrorCode(code) === 'CommaExpected' &&
          Array.isArray(containers.at(-1)) &&
          PROPERTY.test(text.slice(offset, offset + 200));
        const comma = foreign === null ? lastComma(text, offset) : null;
        problems.push({
          kind: 'syntax',
          offset: foreign?.offset ?? comma ?? offset,
          path: [],
          message: `The file is not valid JSON: ${foreign?.message ?? `${isListLeftOpen ? LIST_LEFT_OPEN : words}.`}`,
        });
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );

  if (text.trim() === '') {
    problems.length = 0;
    problems.push({ kind: 'syntax', offset: 0, path: [], message: 'The file is empty. Write a JSON object.' });
  }
  // After the first syntax error a parser guesses, and further errors would be noise.
  const syntax = problems.find((problem) => problem.kind === 'syntax');
  if (syntax !== undefined) return brokenSource(file, text, syntax);
  return { file, text, value: root, problems };
}

function defineOwn(object: object, key: string, value: unknown): void {
  if (FORBIDDEN_KEYS.has(key)) return;
  (object as Record<string, unknown>)[key] = value;
}

const trees = new WeakMap<Source, Node | undefined>();

/** The syntax tree of a source, parsed on first use: only sources with findings need one. */
export function getSyntaxTree(source: Source): Node | undefined {
  const isTooDeep = source.problems[0]?.kind === 'depth';
  if (!trees.has(source))
    trees.set(source, isTooDeep ? undefined : parseTree(source.text, [], { disallowComments: true }));
  return trees.get(source);
}
