import type { StaffWords } from '../../words.ts';

/** A group that another release knows is shown by its id. */
export function nameGroup(words: StaffWords, group: string): string {
  const known: string = `group.${group}`;
  return words.has(known) ? words(known) : group;
}
