/** Windows code pages of languages whose legacy encoding is not Western European. */
const PAGES: Readonly<Record<string, string>> = {
  pl: 'windows-1250',
  cs: 'windows-1250',
  hu: 'windows-1250',
  he: 'windows-1255',
};

/** Text of a file saved by an office program: UTF-8 or UTF-16 with or without byte order mark, else the Windows code page of the language. Never throws. */
export function decodeFileText(bytes: Uint8Array, language: string): string {
  return new TextDecoder(detectEncoding(bytes, language)).decode(bytes);
}

function detectEncoding(bytes: Uint8Array, language: string): string {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Column names are ASCII, so every second byte is 0 in UTF-16.
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
