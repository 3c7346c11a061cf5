import { nameCharacter } from '#engine/shared/characters.ts';

/** A letter that resembles a Latin one, such as a Cyrillic "а", or a blank that looks like another; empty without any. */
export function findLookalike(name: string): string {
  const [blank] = /(?! )\s/u.exec(name) ?? [];
  if (blank !== undefined) return ` There is ${nameCharacter(blank)} in it.`;
  if (name !== name.trim()) return ' A blank is at its edge. Remove it.';
  const [letter] = /(?!\p{Script=Latin})\p{L}/u.exec(name) ?? [];
  return letter === undefined ? '' : ` Its "${letter}" is ${nameCharacter(letter)}, of another alphabet.`;
}
