/** What the facet of a form document begins with whose places may all be taken; its id follows. */
export const FULL_FACET = 'full:';
