import { parseRegistrationCode } from '#journeys/registration/shared/registration-code.ts';

/** Canonical form of a code for comparison: upper case without hyphens. `null` for an invalid code. */
export function toCanonicalCode(typed: string): string | null {
  const canonical = parseRegistrationCode(typed.trim())?.replaceAll('-', '') ?? '';
  return canonical.length >= 4 ? canonical : null;
}
