/**
 * What somebody may be (B12); everybody who did not sign in is a visitor. `staff` are those of the staff who may not do everything, a
 * `program` is whoever brings a token that the house made for it.
 */
export const roles = ['visitor', 'member', 'inviter', 'staff', 'admin', 'program'] as const;

export type Role = (typeof roles)[number];
