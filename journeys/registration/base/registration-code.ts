const GRAMMAR = /^[A-Za-z0-9-]{4,32}$/;

/** 4 to 32 letters, digits or hyphens; codes are compared in upper case. `null` when the text is not a code. */
export function parseRegistrationCode(text: string): string | null {
  return GRAMMAR.test(text) ? text.toUpperCase() : null;
}
