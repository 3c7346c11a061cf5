import type { Random } from '#server/platform/ports.ts';

/**
 * Unambiguous letters and digits: without one of each confusable group 0 O Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V, and without vowels, so that
 * no words occur. Their number is prime, as the check character requires.
 */
const ALPHABET = '23456789CDFHJKMNPRTVWXY';
const RANDOM_CHARACTERS = 11;

/** A new code of 11 random characters (about 50 bits) and a check character, in canonical form. */
export function generateCode(random: Random): string {
  let body = '';
  while (body.length < RANDOM_CHARACTERS) {
    for (const byte of random.bytes(RANDOM_CHARACTERS * 2)) {
      // Rejection sampling avoids modulo bias.
      if (byte < 256 - (256 % ALPHABET.length) && body.length < RANDOM_CHARACTERS)
        body += ALPHABET[byte % ALPHABET.length];
    }
  }
  return body + checkCharacter(body);
}

/** A generated code for display: groups of four. */
export const formatCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Whether the check character of a generated code is valid; meaningless for chosen codes. */
export function hasValidCheckCharacter(code: string): boolean {
  const body = code.slice(0, -1);
  return (
    code.length === RANDOM_CHARACTERS + 1 &&
    [...code].every((character) => ALPHABET.includes(character)) &&
    checkCharacter(body) === code.at(-1)
  );
}

/** Weighted sum modulo a prime: detects any single wrong character and any transposition of neighbours. */
function checkCharacter(body: string): string {
  const sum = [...body].reduce((total, character, position) => total + (position + 1) * ALPHABET.indexOf(character), 0);
  return ALPHABET.charAt(sum % ALPHABET.length);
}
