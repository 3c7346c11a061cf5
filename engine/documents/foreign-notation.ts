import { nameCharacter } from '#engine/shared/characters.ts';

/** Foreign notation in JSON, recognised by its beginning. */
const leftovers: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  {
    pattern: /^(?:<{7}|={7}|>{7}|\|{7})(?:[ \n]|$)/,
    message:
      'Git could not merge this place and left both versions between "<<<<<<<", "=======" and ">>>>>>>". Keep one of them, and delete the lines with these marks.',
  },
  {
    pattern: /^(?:`{3}|~{3})/,
    message: 'This is a code fence, as copied from a chat or a page in Markdown. Delete the lines that begin with it.',
  },
  {
    pattern: /^(?:\u2026|\.{3})/,
    message: 'This is an ellipsis in place of something that was left out. Write what belongs here.',
  },
  {
    pattern: /^#/,
    message: 'JSON has no comments. Delete what follows "#" to the end of the line.',
  },
  {
    pattern: /^=/,
    message: 'JSON puts a colon between a name and its value. Type ":" instead of "=".',
  },
  {
    pattern: /^;/,
    message: 'JSON separates entries by commas. Type "," instead of ";", and nothing after the last entry.',
  },
  {
    pattern: /^(?:None|nil|undefined|True|False|TRUE|FALSE|NULL|Null)\b/,
    message: 'This is not a JSON value. Write true, false or null in lower case, or put a text in double quotes.',
  },
  {
    pattern: /^-?(?:NaN|Infinity)\b/,
    message: 'This is not a number of JSON. Write a number in digits, or take the property out.',
  },
  {
    pattern: /^\\["']/,
    message:
      'A quotation mark around a name or a text has no backslash before it. Take the backslash out, also at its end.',
  },
  {
    pattern: /^\+\s*["'`A-Za-z]/,
    message: 'JSON cannot join texts by "+". Write the whole text between one pair of quotation marks.',
  },
  {
    pattern: /^'/,
    message: 'JSON only has double quotes. Type " (U+0022) instead of \' on both sides.',
  },
];

const DOUBLE_QUOTES = '“”„‟«»″＂〝〞‘’‚‛‹›′`´';
/** A text that starts with a JSON quote and ends with a similar character on the same line. */
const CLOSED_OTHERWISE = new RegExp(`^"[^"\\n${DOUBLE_QUOTES}]*[${DOUBLE_QUOTES}](?=\\s*[:,}\\]\\n])`, 'u');
const BLANKS = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/u;
const INVISIBLE = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/u;
const DASHES = /[\u2010-\u2015\u2212\uFF0D]/u;
/** Punctuation of Asian keyboards: the ASCII sign is 0xFEE0 before it. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/u;

/**
 * Names a character outside of a string and its replacement; `null` for mistakes of JSON itself. These
 * characters look correct in editors.
 *
 * @param offset where the parser stopped, in UTF-16 code units
 */
export function findForeignNotation(text: string, offset: number): { offset: number; message: string } | null {
  const rest = text.slice(offset);
  const closing = CLOSED_OTHERWISE.exec(rest);
  if (closing !== null) return { offset: offset + closing[0].length - 1, message: quoteMessage(closing[0].slice(-1)) };
  const start = offset + (rest.length - rest.trimStart().length);
  for (const at of new Set([offset, start])) {
    const message = messageFor(text, at);
    if (message !== null) return { offset: at, message };
  }
  return null;
}

const quoteMessage = (character: string): string =>
  `"${character}" is ${nameCharacter(character)}, which is not a quotation mark of JSON. Type " (U+0022).`;

function messageFor(text: string, offset: number): string | null {
  if (text.slice(0, offset).trim() === '' && /^[\p{L}-]/u.test(text.slice(offset)))
    return 'A JSON file begins with "{". Delete what stands before it, such as a sentence copied from a chat; a file in another notation, such as YAML, has to be written as JSON.';
  const leftover = leftovers.find(({ pattern }) => pattern.test(text.slice(offset, offset + 16)));
  if (leftover !== undefined) return leftover.message;
  if (text[offset - 1] === '0' && /^\d/.test(text.slice(offset)))
    return 'A number in JSON does not begin with a zero. Remove it, or put digits that are not a number, such as a postcode, in double quotes.';
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const name = `"${INVISIBLE.test(character) || BLANKS.test(character) ? '' : character}"`;
  if (DOUBLE_QUOTES.includes(character)) return quoteMessage(character);
  if (BLANKS.test(character))
    return `This blank is ${nameCharacter(character)}. Outside of texts JSON knows the ordinary one alone: type a blank (U+0020).`;
  if (INVISIBLE.test(character)) return `There is ${nameCharacter(character)} here, which is invisible. Remove it.`;
  if (DASHES.test(character)) return `${name} is ${nameCharacter(character)}. Type a hyphen-minus "-" (U+002D).`;
  if (!FULL_WIDTH.test(character)) return null;
  const plain = String.fromCodePoint((character.codePointAt(0) ?? 0) - 0xfee0);
  return `${name} is ${nameCharacter(character)}, of another keyboard. Type "${plain}".`;
}
