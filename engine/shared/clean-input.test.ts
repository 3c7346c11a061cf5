import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clean } from './clean-input.ts';
import { cleanToken, isToken } from './clean-token.ts';

const DASHES = ['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212', '\uff0d'];
const UNSEEN = [
  '\u00ad',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u2069',
  '\ufeff',
];
const BLANKS = [' ', '\u00a0', '\u2009', '\u202f', '\u3000', '\t', '\n'];
const AROUND = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‹', '›'],
  ['‘', '’'],
  ['(', ')'],
  ['<', '>'],
  ['[', ']'],
  ['', '.'],
  ['', ','],
  ['', '!'],
  ['', '…'],
  ['', ''],
] as const;
const around = fc.tuple(fc.constantFrom(...AROUND), fc.constantFrom('', ...UNSEEN, ...BLANKS));
const wrapped = (text: string, [[before, after], sign]: readonly [readonly [string, string], string]): string =>
  `${sign}${before}${text}${after}${sign}`;

test('a code is the same code with every dash, blank, mark and quotation mark that comes along', () => {
  const separator = fc.oneof(
    fc.constantFrom('-', ...DASHES),
    fc
      .tuple(fc.constantFrom('', ...BLANKS), fc.constantFrom('-', ...DASHES, ' '), fc.constantFrom('', ...BLANKS))
      .map((parts) => parts.join('')),
  );
  const letters = fc.constantFrom('ANNA', 'ＡＮＮＡ', 'AN\u200bNA', 'ANNA\u00ad');
  fc.assert(
    fc.property(letters, separator, around, (anna, between, signs) => {
      expect(clean('code', wrapped(`${anna}${between}50`, signs))).toBe('ANNA-50');
    }),
  );
});

test('a name and an address lose what came along with them, and nothing else', () => {
  const people = fc.constantFrom(
    'Jean-Luc',
    'علی‌رضا',
    'शर्‍मा',
    "'t Hooft",
    'J.R.R.',
    'N´Diaye',
    'Gal·la',
    'O’Brien',
    'ʻOkalani',
  );
  fc.assert(
    fc.property(people, fc.constantFrom('', ...UNSEEN, ' ', '\u00a0'), (name, sign) => {
      expect(clean('name', sign + name + sign)).toBe(name);
    }),
  );
  const addresses = fc.constantFrom('ada@example.org', "o'brien@example.ie", 'ü@bücher.example');
  const given = fc.constantFrom<(address: string) => string>(
    (address) => `mailto:${address}?subject=50%`,
    (address) => `Ada Muster <${address}>`,
    (address) => `<mailto:${address}>`,
    (address) => address.replace('@', '＠'),
    (address) => address.replace('@', ' @ '),
    (address) => address,
  );
  fc.assert(
    fc.property(addresses, given, around, (address, write, signs) => {
      expect(clean('email', wrapped(write(address), signs))).toBe(address);
    }),
  );
});

test('a token ends where its alphabet does, and goes on after a line that was broken', () => {
  const tokens = fc.constantFrom(
    'Ab3_-'.repeat(8) + 'xYz',
    `${'eyJh'.repeat(8)}..${'i'.repeat(16)}.${'c-_'.repeat(60)}.${'t'.repeat(22)}`,
  );
  const after = fc.constantFrom('', '.', '...', '>', ')', ',', '"', '”', ' ', '\u200b', '&amp', ' is your link', '\n');
  const breaks = fc.constantFrom('', '\n', '\r\n', '=\r\n', ' ', '\r\n ');
  fc.assert(
    fc.property(tokens, after, (token, rest) => {
      expect(cleanToken(`<${token}${rest}`)).toBe(token);
    }),
  );
  fc.assert(
    fc.property(tokens, breaks, fc.nat(30), (token, broken, at) => {
      const sent = token.slice(0, at + 5) + broken + token.slice(at + 5);
      expect(cleanToken(sent)).toBe(token);
      expect(isToken(cleanToken(sent.slice(1)))).toBe(token.startsWith('ey'));
    }),
  );
});

test('what was cleaned is clean, whatever it was', () => {
  const signs = fc.constantFrom(
    ...DASHES,
    ...UNSEEN,
    ...BLANKS,
    ...AROUND.flat(),
    'A',
    '5',
    'é',
    '@',
    'mailto:',
    '😀',
    '.',
    '/',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(signs, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom('name', 'email', 'code', 'token'), (text, kind) => {
      const cleanInput = (sent: string): string => (kind === 'token' ? cleanToken(sent) : clean(kind, sent));
      expect(cleanInput(cleanInput(text))).toBe(cleanInput(text));
    }),
    { numRuns: 500 },
  );
});
