import { decodeText } from './decode-text.ts';

/*
 * Input is often pasted from a mail or a chat: with typographic dashes, quotation marks, invisible characters
 * and the full stop of the sentence. It is normalised here only, equally in fields, on the server and in URLs (Z1). Normalising
 * is idempotent. No pattern here backtracks: the time is linear in the length.
 */

/** Kind of a field, from `clean` of its form's schema. */
export type CleanKind = TypedKind | 'token';

/** Kinds that people type. */
export type TypedKind = 'name' | 'email' | 'code';

/** Superfluous invisible characters: soft hyphens, zero-width spaces, word joiners, direction marks. */
export const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;
/** Joiners and direction isolates, which phones add around copied text; inside a text they could reorder it. */
const ENCLOSING = /[\u200b-\u200f\u202a-\u202e\u2066-\u206f]/;
/** Characters beside which joiners, needed between letters of some scripts, are superfluous. */
const NEEDLESS_JOINER =
  /(?<=[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{P}\p{Z}])[\u200b-\u200f]|[\u200b-\u200f](?=[\p{P}\p{Z}])/gu;
/** Hyphens and dashes of any script, and the minus sign. */
export const DASH = /[\p{Pd}\u02d7\u2043\u2212]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/g;

const unFull = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0);

/** Trims the characters that these single-character patterns match. */
export function trim(text: string, before: RegExp, after: RegExp): string {
  const signs = [...text];
  let start = 0;
  let end = signs.length;
  while (start < end && before.test(signs[start] ?? '')) start += 1;
  while (end > start && after.test(signs[end - 1] ?? '')) end -= 1;
  return signs.slice(start, end).join('');
}

/** Normalises dashes, letters and invisible characters. Mathematical letters are unchanged, because names do not contain them. */
function plain(text: string): string {
  const seen = trim(text.normalize('NFC').replaceAll(UNSEEN, '').trim(), ENCLOSING, ENCLOSING);
  return seen
    .replaceAll(FULL_WIDTH, unFull)
    .replaceAll(DASH, '-')
    .replaceAll(/[\p{Zs}\t]+/gu, ' ')
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
  const whole = plain(text).replaceAll(/[。｡]/g, '.').replaceAll(/ ?@ ?/g, '@');
  const named = inBrackets(whole);
  const bare = trim(named, BEFORE_ADDRESS, AFTER_ADDRESS);
  const isLink = /^mailto:/i.test(bare);
  if (isLink) return trim(bare.slice('mailto:'.length).split('?', 1)[0] ?? '', / /, AFTER_ADDRESS);
  // An apostrophe may start an address, unless another one closes it.
  return bare.startsWith("'") && named.endsWith("'") ? bare.slice(1) : bare;
}

/** A name and its address, as mail clients copy them (RFC 5322, 3.4). */
function inBrackets(text: string): string {
  const start = text.lastIndexOf('<');
  const end = text.indexOf('>', start);
  const inside = start < 0 || end < 0 ? '' : text.slice(start + 1, end);
  return inside.includes('@') ? inside : text;
}

const NOT_OF_CODE = /[^\p{L}\p{N}]/u;

/**
 * Joins parts separated by spaces, also those of forms, and cuts off a query. Other input is unchanged, such as a link, which the server
 * reads.
 */
function cleanCode(text: string): string {
  const seen = decodeText(text).normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(DASH, '-');
  const [bare = ''] = trim(seen, NOT_OF_CODE, NOT_OF_CODE).split(/[?&;#]/, 1);
  if (seen.includes('/')) return text.trim();
  const parts = trim(bare, NOT_OF_CODE, NOT_OF_CODE).split(/[\s\p{Z}+-]+/u);
  return parts.map((part) => trim(part, ENCLOSING, ENCLOSING)).join('-');
}

/** Longer input is not normalised; the form's schema refuses it. */
const MAX_LENGTH = 4_096;

const MAX_LAYERS = 8;

const cleaners = { name: cleanName, email: cleanEmail, code: cleanCode } as const;

/** `cleanToken` normalises tokens. */
export function clean(kind: TypedKind, text: string): string {
  if (text.length > MAX_LENGTH) return text;
  let cleaned = text;
  // Delimiters may be nested, such as an address in brackets inside quotation marks.
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const inner = cleaners[kind](cleaned);
    if (inner === cleaned) break;
    cleaned = inner;
  }
  // Input of punctuation only is a mistake, not an empty field.
  return cleaned || text.trim();
}
