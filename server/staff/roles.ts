/** B12: what somebody may be; everybody who did not sign in is a visitor. `staff` are those of the staff who may not do everything. */
export const roles = ['visitor', 'member', 'inviter', 'staff', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Who may do what, whichever entrance it comes through. */
export const permissions = {
  /** What the site is for: registering, asking, signing in. */
  visit: roles,
  /** To end a session that began. */
  leave: ['staff', 'admin'],
  /** What the admin tools do. */
  administer: ['admin'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
