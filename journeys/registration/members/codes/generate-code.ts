import type { Random } from '#server/platform/ports.ts';

/**
 * Letters and digits that nobody mistakes for each other in print or by ear: none of 0 O Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V is here
 * with its double, and no vowel, so that no word comes about. Their number is prime, which the check character needs.
 */
const ALPHABET = '23456789CDFHJKMNPRTVWXY';
const RANDOM_CHARACTERS = 11;

/** A new code of 11 random characters (about 50 bits) and a check character, in canonical form. */
export function generateCode(random: Random): string {
  let body = '';
  while (body.length < RANDOM_CHARACTERS) {
    for (const byte of random.bytes(RANDOM_CHARACTERS * 2)) {
      // Bytes beyond the last whole multiple would make the first letters likelier.
      if (byte < 256 - (256 % ALPHABET.length) && body.length < RANDOM_CHARACTERS)
        body += ALPHABET[byte % ALPHABET.length];
    }
  }
  return body + checkCharacter(body);
}

/** A generated code as people read it: groups of four. */
export const formatCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Whether a canonical generated code was typed without a slip; says nothing about codes that people chose. */
export function hasValidCheckCharacter(code: string): boolean {
  const body = code.slice(0, -1);
  return (
    code.length === RANDOM_CHARACTERS + 1 &&
    [...code].every((character) => ALPHABET.includes(character)) &&
    checkCharacter(body) === code.at(-1)
  );
}

/** Weighted sum modulo a prime: finds every single wrong character and every two neighbours that changed places. */
function checkCharacter(body: string): string {
  const sum = [...body].reduce((total, character, position) => total + (position + 1) * ALPHABET.indexOf(character), 0);
  return ALPHABET.charAt(sum % ALPHABET.length);
}
