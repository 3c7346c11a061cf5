/**
 * Roles of requests (B12), `visitor` by default. `staff` are staff users with limited permissions. `program` and `holder` use API tokens
 * created by a staff user: a program with permissions, a holder for data of one person.
 */
export const roles = ['visitor', 'member', 'holder', 'staff', 'admin', 'program'] as const;

export type Role = (typeof roles)[number];
