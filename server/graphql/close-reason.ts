/** Longest text that fits a close frame beside its code (RFC 6455, 5.5). */
const MAX_LENGTH = 123;

/** A close message cut at 123 characters, and at 123 bytes where characters take more than one. */
export function closeReason(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= MAX_LENGTH) return text;
  // A character that was cut in two is left out.
  return new TextDecoder().decode(bytes.subarray(0, MAX_LENGTH), { stream: true });
}
