/** Maximum length of the reason in a close frame (RFC 6455, 5.5). */
const MAX_LENGTH = 123;

/** A close reason cut to 123 bytes. */
export function describeCloseReason(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= MAX_LENGTH) return text;
  // Drops a character that was cut in two.
  return new TextDecoder().decode(bytes.subarray(0, MAX_LENGTH), { stream: true });
}
