import { nameCharacter } from '#engine/shared/characters.ts';

/** A letter that resembles a Latin one, such as a Cyrillic "а"; empty without any. */
export function findLookalike(name: string): string {
  const [letter] = /(?!\p{Script=Latin})\p{L}/u.exec(name) ?? [];
  return letter === undefined ? '' : ` Its "${letter}" is ${nameCharacter(letter)}, of another alphabet.`;
}
