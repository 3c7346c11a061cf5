import type { Guard } from '#schemas/generated/documents.ts';
import { type JourneyPermission, journeyPermissions } from '#schemas/generated/journeys/permissions.ts';

/** Permission of a staff user, as named by page guards. */
export type Permission = NonNullable<Guard['permission']>;

/** Permissions of each group on every site; all groups may see the admin pages. */
const generalPermissions = {
  admin: ['people', 'mails', 'entries', 'audit', 'results', 'experiments', 'author', 'publish', 'tokens', 'colleagues'],
  publisher: ['results', 'experiments', 'author', 'publish'],
  author: ['author'],
  analyst: ['results', 'experiments', 'author'],
  support: ['people', 'mails', 'entries'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type StaffGroup = keyof typeof generalPermissions;

export const staffGroups = Object.keys(generalPermissions) as readonly StaffGroup[];

/** Permissions of journeys; unknown groups do not compile. */
const journeyGrants: readonly { readonly name: JourneyPermission; readonly groups: readonly StaffGroup[] }[] =
  journeyPermissions;

/** All permissions of all groups (B12). */
const permissions = new Map<string, readonly Permission[]>(
  staffGroups.map((group) => {
    const own = journeyGrants.filter(({ groups }) => group === 'admin' || groups.includes(group));
    return [group, ['enter', ...own.map(({ name }) => name), ...generalPermissions[group]]];
  }),
);

/** Permissions of a group; empty for a group of a later release. */
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

/** Scopes of API tokens: permissions required by GraphQL operations. API clients see no admin pages and cannot create tokens. */
export const allScopes: readonly Scope[] = [...journeyGrants.map(({ name }) => name), ...generalScopes];

export function isScope(name: string): name is Scope {
  return (allScopes as readonly string[]).includes(name);
}

export function isStaffGroup(group: string): group is StaffGroup {
  return Object.hasOwn(generalPermissions, group);
}
