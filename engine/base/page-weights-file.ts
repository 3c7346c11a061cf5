/** Where a build writes what its pages weigh and `check` reads it, from the project's root. */
export const PAGE_WEIGHTS = 'dist/page-weights.json';
