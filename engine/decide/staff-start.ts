/** Where the admin pages begin; all others of them are below. */
export const STAFF_START = '/admin';
