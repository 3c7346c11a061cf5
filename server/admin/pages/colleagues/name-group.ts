import type { StaffTranslator } from '../../staff-translator.ts';

/** Name of a group; its id when only another release knows the group. */
export function nameGroup(t: StaffTranslator, group: string): string {
  const known: string = `group.${group}`;
  return t.has(known) ? t(known) : group;
}
