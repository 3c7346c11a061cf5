import { parseRegistrationCode } from '#journeys/registration/shared/registration-code.ts';

/**
 * The one form a code is compared in: upper case, hyphens left out, so that a code may be typed as people read it, or pasted as they got it.
 * `null` for what cannot be a code.
 */
export function canonicalCode(typed: string): string | null {
  const canonical = parseRegistrationCode(typed.trim())?.replaceAll('-', '') ?? '';
  return canonical.length >= 4 ? canonical : null;
}
