/** Languages whose spreadsheets do not write Western European files where they write no UTF-8 (Windows code pages). */
const PAGES: Readonly<Record<string, string>> = {
  pl: 'windows-1250',
  cs: 'windows-1250',
  hu: 'windows-1250',
  he: 'windows-1255',
};

/**
 * The text of a file as office programs save one: UTF-8 or UTF-16 with a byte order mark or without, else the code page of the language's
 * Windows. Never throws; nothing is lost but what no encoding knows.
 */
export function decodeFileText(bytes: Uint8Array, language: string): string {
  return new TextDecoder(detectEncoding(bytes, language)).decode(bytes);
}

function detectEncoding(bytes: Uint8Array, language: string): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Names of columns are ASCII, of which every second byte is 0 in UTF-16.
  if (bytes.length > 3 && first !== 0 && second === 0 && bytes[3] === 0) return 'utf-16le';
  if (bytes.length > 3 && first === 0 && second !== 0 && bytes[2] === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : (PAGES[language] ?? 'windows-1252');
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
