/*
 * What people type and paste is what they copied from a mail, a chat or a letter: with other dashes, quotation marks, marks that show
 * nothing, the full stop of the sentence. It is cleaned here and nowhere else, alike in fields, on the server and in addresses (Z1). Whatever
 * is clean already stays as it is, and to clean twice changes nothing. No pattern here searches back: the work grows with the length alone.
 */

/** What a field holds, as its form's schema says in `clean`. */
export type CleanKind = TypedKind | 'token';

/** What people type. */
export type TypedKind = 'name' | 'email' | 'code';

/** Marks that show nothing and mean nothing where they are: soft hyphens, blanks without width, word joiners, marks of direction. */
export const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;
/** Joiners, and marks that enclose a direction, as phones put them around what is copied; inside a text these could reorder what is shown. */
const ENCLOSING = /[\u200b-\u200f\u202a-\u202e\u2066-\u206f]/;
/** Joiners that some scripts need between letters; beside these signs they only came along with what was pasted. */
const NEEDLESS_JOINER =
  /(?<=[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{P}\p{Z}])[\u200b-\u200f]|[\u200b-\u200f](?=[\p{P}\p{Z}])/gu;
/** Hyphens, dashes and the minus sign. */
const DASH = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

const unFull = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** Without the signs at its two ends that these patterns, each of one sign, match. */
export function trim(text: string, before: RegExp, after: RegExp): string {
  const signs = [...text];
  let start = 0;
  let end = signs.length;
  while (start < end && before.test(signs[start] ?? '')) start += 1;
  while (end > start && after.test(signs[end - 1] ?? '')) end -= 1;
  return signs.slice(start, end).join('');
}

/** In the plain form of dashes and letters, and without what cannot be seen. Letters of formulas are left: they are in no name. */
function plain(text: string): string {
  const seen = trim(text.normalize('NFC').replaceAll(UNSEEN, '').trim(), ENCLOSING, ENCLOSING);
  return seen
    .replaceAll(FULL_WIDTH, unFull)
    .replaceAll(DASH, '-')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();
}

const BEFORE_NAME = /["“”„‟«»‹› \u200b-\u200f\u202a-\u202e\u2066-\u206f]/;
const AFTER_NAME = /["“”„‟«»‹›,;:!?… \u200b-\u200f\u202a-\u202e\u2066-\u206f]/;

function cleanName(text: string): string {
  const seen = plain(text).replaceAll(NEEDLESS_JOINER, '');
  return trim(seen, BEFORE_NAME, AFTER_NAME).replaceAll(/[`‘‛′]/g, '’');
}

const BEFORE_ADDRESS = /[<([{"“”„‟«»‹›‘’‚‛`: \u200b-\u200f\u202a-\u202e\u2066-\u206f]/;
const AFTER_ADDRESS = /[>)\]}"“”„‟«»‹›‘’‚‛`'.,;:!?… \u200b-\u200f\u202a-\u202e\u2066-\u206f]/;

function cleanEmail(text: string): string {
  const whole = plain(text).replaceAll(/[。｡]/g, '.');
  const named = inBrackets(whole);
  const bare = trim(named, BEFORE_ADDRESS, AFTER_ADDRESS);
  const isLink = /^mailto:/i.test(bare);
  if (isLink) return trim(bare.slice('mailto:'.length).split('?', 1)[0] ?? '', / /, AFTER_ADDRESS);
  // An apostrophe may begin an address, but not where another one closes it.
  return bare.startsWith("'") && named.endsWith("'") ? bare.slice(1) : bare;
}

/** A name and its address, as mail programs copy them (RFC 5322, 3.4). */
function inBrackets(text: string): string {
  const start = text.lastIndexOf('<');
  const end = text.indexOf('>', start);
  const inside = start < 0 || end < 0 ? '' : text.slice(start + 1, end);
  return inside.includes('@') ? inside : text;
}

const NOT_OF_CODE = /[^\p{L}\p{N}]/u;

/** Parts that blanks separate are read as parts of one code. What is not a code stays so, such as a link, which the server reads. */
function cleanCode(text: string): string {
  const seen = text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(DASH, '-');
  const bare = trim(seen, NOT_OF_CODE, NOT_OF_CODE);
  if (bare.includes('/')) return text.trim();
  const parts = bare.split(/[\s\p{Z}-]+/u);
  return parts.map((part) => trim(part, ENCLOSING, ENCLOSING)).join('-');
}

/** Nothing that is read here is nearly as long; the form's schema refuses it. */
const LONGEST = 4_096;

const MOST_LAYERS = 8;

const cleaners = { name: cleanName, email: cleanEmail, code: cleanCode } as const;

/** Tokens, which nobody types, are cleaned by `cleanToken`. */
export function clean(kind: TypedKind, text: string): string {
  if (text.length > LONGEST) return text;
  let cleaned = text;
  // Some things stand inside each other, such as an address in brackets inside quotation marks.
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inner = cleaners[kind](cleaned);
    if (inner === cleaned) break;
    cleaned = inner;
  }
  // What is nothing but marks is a mistake to mend, not an empty field.
  return cleaned || text.trim();
}
