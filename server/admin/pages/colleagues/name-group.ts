import type { StaffWords } from '../../words.ts';

/** Name of a group; its id when only another release knows the group. */
export function nameGroup(words: StaffWords, group: string): string {
  const known: string = `group.${group}`;
  return words.has(known) ? words(known) : group;
}
