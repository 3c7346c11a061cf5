/** The landing at the root of a site, unless its settings name another. */
export const DEFAULT_LANDING = 'landings/default';
