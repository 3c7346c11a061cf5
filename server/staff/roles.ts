/**
 * Whom a request may come from (B12): a visitor unless it proves more. `staff` are staff users who may not do everything. `program` and `holder`
 * bring a token that a staff user made: a program with permissions, a holder for what belongs to one person.
 */
export const roles = ['visitor', 'member', 'holder', 'staff', 'admin', 'program'] as const;

export type Role = (typeof roles)[number];
