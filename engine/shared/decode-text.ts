/**
 * Decodes percent escapes as UTF-8. Malformed text, such as `50%` or an escape of Latin-1, is returned unchanged, because URLs, cookies and
 * hashes come from other programs, too, and must never fail a page (Z1). Never throws.
 */
export function decodeText(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
