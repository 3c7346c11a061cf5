/** 4 to 32 letters, digits and hyphens (V1). */
const GRAMMAR = /^[A-Za-z0-9-]{4,32}$/;

/**
 * The one form a code is compared in: upper case, hyphens left out, so that a code may be typed as people read it.
 * `null` for what cannot be a code.
 */
export function canonicalCode(typed: string): string | null {
  const trimmed = typed.trim();
  if (!GRAMMAR.test(trimmed)) return null;
  const canonical = trimmed.replaceAll('-', '').toUpperCase();
  return canonical.length >= 4 ? canonical : null;
}
