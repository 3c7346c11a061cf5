/** Start page of the admin area; all admin pages are below it. */
export const STAFF_START = '/admin';
