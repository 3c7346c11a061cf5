import { clean } from '#engine/shared/clean-input.ts';

const GRAMMAR = /^[A-Za-z0-9-]{4,32}$/;

/** 4 to 32 letters, digits or hyphens; codes are compared in upper case. `null` when the text is not a code. */
export function exactRegistrationCode(text: string): string | null {
  return GRAMMAR.test(text) ? text.toUpperCase() : null;
}

/** The same of a typed or pasted text: what is a code as it stands goes before what it is once it was cleaned (Z1). */
export function parseRegistrationCode(text: string): string | null {
  return exactRegistrationCode(text) ?? exactRegistrationCode(clean('code', text));
}
