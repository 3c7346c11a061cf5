import { UserError } from '#engine/shared/errors.ts';

/**
 * Text of a file from translation tools or spreadsheets: UTF-8 or UTF-16, with or without a byte order mark, or the encoding in an XML
 * declaration. No guessing: a wrong code page would corrupt texts.
 *
 * @throws UserError for bytes that are invalid in the encoding
 */
export function decodeFile(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UserError(
      `The file is not ${encoding.toUpperCase()}. Save it as UTF-8: spreadsheets call that "CSV UTF-8", or offer it as the character set.`,
      { cause: error },
    );
  }
}

function detectEncoding(bytes: Uint8Array): string {
  const [first = 0, second = 0, , fourth] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Files begin with ASCII, of which every second byte is 0 in UTF-16.
  if (bytes.length > 3 && first !== 0 && second === 0 && fourth === 0) return 'utf-16le';
  if (bytes.length > 3 && first === 0 && second !== 0 && bytes[2] === 0) return 'utf-16be';
  const head = String.fromCodePoint(...bytes.subarray(0, 200));
  const [, named] = /^(?:\u00EF\u00BB\u00BF)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  return named === undefined || /^(?:utf-?16|ucs-?2)/i.test(named) ? 'utf-8' : named;
}
