/** Path of the page sizes from a build for `check`, from the project's root. */
export const PAGE_WEIGHTS = 'dist/page-weights.json';
