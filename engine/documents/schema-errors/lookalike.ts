import { characterName } from '#engine/shared/characters.ts';

/** A letter of another alphabet looks like the right one. */
export function lookalike(name: string): string {
  const [letter] = /[^\x20-\x7e]/u.exec(name) ?? [];
  return letter === undefined || !/\p{L}/u.test(letter)
    ? ''
    : ` Its "${letter}" is ${characterName(letter)}, of another alphabet.`;
}
