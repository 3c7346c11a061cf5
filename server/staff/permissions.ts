import type { Guard } from '#schemas/generated/documents.ts';

/** What somebody of the staff may do, by the name that a page's guard asks for. */
export type Permission = NonNullable<Guard['permission']>;

/** Every permission of every group is here and nowhere else (B12). */
export const permissionsOfGroup = {
  admin: [
    'enter',
    'links',
    'invitations',
    'people',
    'mails',
    'audit',
    'results',
    'experiments',
    'author',
    'publish',
    'tokens',
  ],
  publisher: ['enter', 'links', 'results', 'author', 'publish'],
  author: ['enter', 'author'],
  analyst: ['enter', 'results', 'experiments'],
  support: ['enter', 'links', 'invitations', 'people', 'mails'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type StaffGroup = keyof typeof permissionsOfGroup;

export const staffGroups = Object.keys(permissionsOfGroup) as readonly StaffGroup[];

/** What a group of this name may do; nothing for a name that a later release wrote. */
export function permissionsOf(group: string): readonly Permission[] {
  return isStaffGroup(group) ? permissionsOfGroup[group] : [];
}

/** What a program may be given: what operations of GraphQL ask for. It sees no rooms, and makes no tokens. */
export const allScopes = [
  'links',
  'invitations',
  'people',
  'mails',
  'audit',
  'results',
  'publish',
] as const satisfies readonly Permission[];

export type Scope = (typeof allScopes)[number];

export function isScope(name: string): name is Scope {
  return (allScopes as readonly string[]).includes(name);
}

export function isStaffGroup(group: string): group is StaffGroup {
  return Object.hasOwn(permissionsOfGroup, group);
}
