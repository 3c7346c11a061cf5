/** Where browsers report, below the base path, when the largest content of a page was painted (N16). */
export const PAINT_PATH = 'api/paint';

/** What the address says beside the path: the route of the page, such as `landings/default___de`, and milliseconds. */
export const paintQuery = { route: 'of', milliseconds: 'ms' } as const;
