import { type Node, type ParseErrorCode, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import type { Path } from './place.ts';

/** One JSON file as it was read: its value, and what is wrong with its notation. */
export interface Source {
  readonly file: string;
  readonly text: string;
  /** `undefined` when the notation is broken. */
  readonly value: unknown;
  readonly problems: readonly NotationProblem[];
}

/** A mistake in the notation itself; offsets count UTF-16 code units. */
export interface NotationProblem {
  readonly kind: 'syntax' | 'duplicate-key' | 'forbidden-key';
  readonly offset: number;
  readonly path: Path;
  readonly message: string;
  readonly found?: string;
}

const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

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
  InvalidCommentToken: 'comments are not allowed in JSON; use a "$comment" where the schema allows one, or take it out',
  UnexpectedEndOfComment: 'this comment is never closed, and comments are not allowed in JSON',
  UnexpectedEndOfString: 'the closing quote of this text is missing',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'a unicode escape needs four hex digits, such as "\\u00e9"',
  InvalidEscapeCharacter: 'this escape does not exist in JSON; write "\\\\" for a backslash',
  InvalidCharacter: 'line breaks and control characters in a text are written as escapes, such as "\\n"',
};

/**
 * Reads strict JSON (RFC 8259) and keeps going after a mistake.
 * Beside syntax, it finds duplicate keys, keys that reach an object's prototype and lone surrogates.
 */
export function parseSource(file: string, text: string): Source {
  const problems: NotationProblem[] = [];
  const containers: unknown[] = [];
  const keys: string[] = [];
  let root: unknown;
  let key = '';

  const put = (value: unknown): void => {
    const container = containers.at(-1);
    if (container === undefined) root = value;
    else if (Array.isArray(container)) container.push(value);
    else defineOwn(container as object, key, value);
  };
  const open = (value: unknown): void => {
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
      onObjectBegin: () => open({}),
      onObjectEnd: close,
      onArrayBegin: () => open([]),
      onArrayEnd: close,
      onObjectProperty: (name, offset, _length, _line, _character, pathOf) => {
        key = name;
        if (FORBIDDEN_KEYS.has(name)) {
          problems.push({
            kind: 'forbidden-key',
            offset,
            path: [...pathOf(), name],
            found: name,
            message: `The key "${name}" is not allowed in a document, because it can reach into the engine itself. Take it out.`,
          });
        } else if (Object.hasOwn(containers.at(-1) as object, name)) {
          problems.push({
            kind: 'duplicate-key',
            offset,
            path: [...pathOf(), name],
            found: name,
            message: `The key "${name}" stands twice in this object, so one of the two values would be lost. Keep one.`,
          });
        }
      },
      onLiteralValue: (value: unknown, offset, _length, _line, _character, pathOf) => {
        if (typeof value === 'string' && !value.isWellFormed()) {
          problems.push({
            kind: 'syntax',
            offset,
            path: pathOf(),
            message: 'This text holds half of a surrogate pair, which is no character. Write the whole character.',
          });
        }
        put(value);
      },
      onError: (code: ParseErrorCode, offset) => {
        const words = WORDS[printParseErrorCode(code)] ?? 'this is not JSON';
        if (problems.at(-1)?.offset === offset) return;
        problems.push({ kind: 'syntax', offset, path: [], message: `The file is not valid JSON: ${words}.` });
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );

  if (text.trim() === '') {
    problems.length = 0;
    problems.push({ kind: 'syntax', offset: 0, path: [], message: 'The file is empty. Write a JSON object.' });
  }
  // After the first syntax mistake a parser only guesses, and every further complaint would be noise.
  const syntax = problems.find((problem) => problem.kind === 'syntax');
  if (syntax !== undefined) return { file, text, value: undefined, problems: [syntax] };
  return { file, text, value: root, problems };
}

function defineOwn(object: object, key: string, value: unknown): void {
  if (FORBIDDEN_KEYS.has(key)) return;
  (object as Record<string, unknown>)[key] = value;
}

const trees = new WeakMap<Source, Node | undefined>();

/** The syntax tree of a source, made on first use: only sources with findings need one. */
export function treeOf(source: Source): Node | undefined {
  if (!trees.has(source)) trees.set(source, parseTree(source.text, [], { disallowComments: true }));
  return trees.get(source);
}
