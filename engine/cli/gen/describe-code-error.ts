import type { OxcError } from 'oxc-parser';
import { nameCharacter } from '#engine/shared/characters.ts';
import { findForeignNotation } from '#engine/documents/foreign-notation.ts';
import type { CodeMistake } from './code-mistake.ts';
import { findOpenElement } from './find-open-element.ts';

/** The cause of a syntax error, which may lie before the place where the parser stops. */
export function describeCodeError(text: string, { message, labels }: OxcError, isMarkup: boolean): CodeMistake {
  if (text.includes('\0'))
    return { offset: 0, message: 'The code cannot be read: the file looks like UTF-16. Save it as UTF-8.' };
  // Of two labels one is at the element that stays open, or at the declaration that comes first.
  const starts = labels.map(({ start }) => Math.min(start, text.trimEnd().length - 1));
  const isTwice = message.includes('already been declared');
  const offset = starts.length === 0 ? 0 : isTwice ? Math.max(...starts) : Math.min(...starts);
  const foreign = findUnusual(text, offset);
  const comment = isMarkup ? (/^\s*<!--/m.exec(text) ?? /(?<=>)<!--/.exec(text)) : null;
  if (foreign === null && comment !== null)
    return {
      offset: text.indexOf('<!--', comment.index),
      message: 'The code cannot be read: "<!--" begins a comment of HTML. In components it is written {/* … */}.',
    };
  const bare = /\breturn[ \t]*(?=\r?\n\s*<)/.exec(text);
  if (foreign === null && isMarkup && bare !== null && text[offset] === ')')
    return {
      offset: bare.index,
      message:
        'The code cannot be read: a "return" ends with its line, and the elements follow on the next one. Write "return (".',
    };
  return (
    foreign ??
    openBefore(text, offset) ??
    (isMarkup ? findOpenElement(text, offset) : null) ?? {
      offset,
      message: `The code cannot be read: ${message.replace(/[.\s]*$/, '')}.`,
    }
  );
}

/** A mark of a merge before the error, or a character there that looks like another one or like nothing. */
function findUnusual(text: string, end: number): CodeMistake | null {
  const merge = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m.exec(text);
  if (merge !== null && merge.index <= end) return findForeignNotation(text, merge.index);
  const character = /[\u00AD\u200B-\u200F\u2018-\u201F\u202A-\u202E\u2060\uFEFF]/u.exec(
    text.slice(Math.max(0, end - 1)),
  );
  if (character === null || character.index > 1) return null;
  return {
    offset: Math.max(0, end - 1) + character.index,
    message: `The code cannot be read: it has ${nameCharacter(character[0])} here. ${/[\u2018-\u201F]/.test(character[0]) ? "Type ' (U+0027)." : 'Remove it.'}`,
  };
}

/** What is never closed on its line, which parsers notice further down only. */
function openBefore(text: string, end: number): CodeMistake | null {
  const open = /=(")[^"\n]*$|=(\{)[\w.]+\s*\/?>[ \t]*$/m.exec(text);
  if (open === null || open.index > end) return null;
  const what = open[1] === undefined ? 'brace' : 'quotation mark';
  return { offset: open.index + 1, message: `The code cannot be read: this ${what} is never closed on its line.` };
}
