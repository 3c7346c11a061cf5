import type { Callers } from '#server/entrances/journey/operation.ts';
import { permissions, type Role } from '#server/staff/roles.ts';

/** B12: who may call what. */
export const rolesOf: Readonly<Record<Callers, readonly Role[]>> = {
  everybody: permissions.visit,
  admins: permissions.administer,
};

/** Whoever is signed in to run the site may sign out. */
export const staffRoles: readonly Role[] = permissions.leave;
