import { clean } from '#engine/shared/clean-input.ts';

const GRAMMAR = /^[A-Za-z0-9-]{4,32}$/;

/** 4 to 32 letters, digits or hyphens; codes are compared in upper case. `null` for an invalid code. */
export function toExactRegistrationCode(text: string): string | null {
  return GRAMMAR.test(text) ? text.toUpperCase() : null;
}

/** The same for entered or pasted text: an exact code takes precedence over a cleaned one (Z1). */
export function parseRegistrationCode(text: string): string | null {
  return toExactRegistrationCode(text) ?? toExactRegistrationCode(clean('code', text));
}
