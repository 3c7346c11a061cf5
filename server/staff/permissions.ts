import type { Guard } from '#schemas/generated/documents.ts';
import { type JourneyPermission, journeyPermissions } from '#schemas/generated/journeys/permissions.ts';

/** What a staff user may do, by the name that a page's guard asks for. */
export type Permission = NonNullable<Guard['permission']>;

/** What each group may do beside seeing the admin pages, on the pages of every site. */
const generalPermissions = {
  admin: ['people', 'mails', 'entries', 'audit', 'results', 'experiments', 'author', 'publish', 'tokens', 'colleagues'],
  publisher: ['results', 'experiments', 'author', 'publish'],
  author: ['author'],
  analyst: ['results', 'experiments', 'author'],
  support: ['people', 'mails', 'entries'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type StaffGroup = keyof typeof generalPermissions;

export const staffGroups = Object.keys(generalPermissions) as readonly StaffGroup[];

/** Permissions of journeys; a group that does not exist does not compile. */
const journeyGrants: readonly { readonly name: JourneyPermission; readonly groups: readonly StaffGroup[] }[] =
  journeyPermissions;

/** All permissions of all groups (B12). */
const permissions = new Map<string, readonly Permission[]>(
  staffGroups.map((group) => {
    const own = journeyGrants.filter(({ groups }) => group === 'admin' || groups.includes(group));
    return [group, ['enter', ...own.map(({ name }) => name), ...generalPermissions[group]]];
  }),
);

/** What a group of this name may do; nothing for a name that a later release wrote. */
export function getPermissions(group: string): readonly Permission[] {
  return permissions.get(group) ?? [];
}

const generalScopes = [
  'people',
  'mails',
  'audit',
  'results',
  'author',
  'publish',
] as const satisfies readonly Permission[];

export type Scope = JourneyPermission | (typeof generalScopes)[number];

/** Scopes that an API token may have: permissions that operations of GraphQL require. An API client sees no admin pages and makes no tokens. */
export const allScopes: readonly Scope[] = [...journeyGrants.map(({ name }) => name), ...generalScopes];

export function isScope(name: string): name is Scope {
  return (allScopes as readonly string[]).includes(name);
}

export function isStaffGroup(group: string): group is StaffGroup {
  return Object.hasOwn(generalPermissions, group);
}
