/**
 * Decodes percent escapes as UTF-8. Malformed text, such as `50%` or an escape of Latin-1, is returned unchanged: URLs, cookies and hashes
 * come from other software and must never break a page (Z1). Never throws.
 */
export function decodeText(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
