/**
 * Decodes percent escapes as UTF-8. A text that does not read, such as `50%` or an escape of Latin-1, is what it says: addresses, cookies and
 * hashes are written by people and by other programs, and none of them may cost a visitor the page (Z1). Never throws.
 */
export function decodeText(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
