/** Prefix of the facet that says whether all places of a form document are taken; followed by its id. */
export const FULL_FACET = 'full:';
