/*
 * What people type and paste is what they copied from a mail, a chat or a letter: with other dashes, quotation marks, marks that show
 * nothing, the full stop of the sentence. It is cleaned here and nowhere else, alike in fields, on the server and in addresses (Z1). Whatever
 * is clean already stays as it is, and to clean twice changes nothing. No pattern here searches back: the work grows with the length alone.
 */

/** What a field holds, as its form's schema says in `clean`. */
export type CleanKind = 'name' | 'email' | 'code' | 'token';

/** Marks that show nothing and mean nothing where they are: soft hyphens, blanks without width, word joiners, marks of direction. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]/g;
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
function trim(text: string, before: RegExp, after: RegExp): string {
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

/** Parts that blanks separate are read as parts of one code. What is not a code stays so. */
function cleanCode(text: string): string {
  const seen = text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(DASH, '-');
  const parts = trim(seen, NOT_OF_CODE, NOT_OF_CODE).split(/[\s\p{Z}-]+/u);
  return parts.map((part) => trim(part, ENCLOSING, ENCLOSING)).join('-');
}

/** Of activation: 32 bytes in base64url. */
const SINGLE_USE = /^[A-Za-z0-9_-]{43}$/;
/** A JWE in compact form with direct encryption by AES-256-GCM (RFC 7516, 7.1): head, no key, 12 bytes, content, 16 bytes. */
const SEALED = /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/;

/** Whether this could be a token of a mail: anything else was cut off or altered on its way. */
export function isToken(text: string): boolean {
  return SINGLE_USE.test(text) || SEALED.test(text);
}

/**
 * Up to the first sign that no token has: what follows belongs to the sentence that the link stood in, or to the next parameter. Where a
 * mail program broke the line, the token goes on after the break.
 */
function cleanToken(text: string): string {
  const own = trim(text.replaceAll(UNSEEN, ''), /[\s<([{"“„«‘'`]/, /\s/);
  const cut = tokenIn(own);
  return isToken(cut) ? cut : tokenIn(own.replaceAll(/=?[\r\n]\s*|\s+/g, ''));
}

const tokenIn = (text: string): string => trim(/^[A-Za-z0-9_.-]*/.exec(text)?.[0] ?? '', /\./, /\./);

/** Nothing that is read here is nearly as long; the form's schema refuses it. */
const LONGEST = 4_096;

const MOST_LAYERS = 8;

const cleaners = { name: cleanName, email: cleanEmail, code: cleanCode, token: cleanToken } as const;

/** @param kind Of a field; a text of no kind is trimmed, in Unicode NFC and with single blanks. */
export function clean(kind: CleanKind | undefined, text: string): string {
  if (kind === undefined) return text.normalize('NFC').trim().replaceAll(/ {2,}/g, ' ');
  if (text.length > LONGEST) return text;
  let cleaned = text;
  // Some things stand inside each other, such as an address in brackets inside quotation marks.
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const inner = cleaners[kind](cleaned);
    if (inner === cleaned) break;
    cleaned = inner;
  }
  // What is nothing but marks is a mistake to mend, not an empty field.
  return cleaned || (kind === 'token' ? '' : text.trim());
}
