/* What fields of the editor accept. The schemas of the documents say the same; a test compares them. */

/** `slug` of landings; also the last part of new ids. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** `route` of pages, and `addresses`. */
export const routePattern = /^\/[A-Za-z0-9/-]*$/;
/** Former addresses in `redirects` of the site document. */
export const redirectPattern = /^(?:\/[A-Za-z0-9._~-]+)+$/;
/** `zone` of windows. */
export const zonePattern = /^(?:UTC|[A-Z][A-Za-z_]+\/[A-Za-z_\-/]+)$/;
/** `theme` of pages and landings. */
export const themes = ['day', 'ink'] as const;
