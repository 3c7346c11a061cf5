/** Where browsers report, below the base path, that the block was seen by which an experiment counts (N26). */
export const SEEN_PATH = 'api/seen';

/** What the address says beside the path. */
export const seenQuery = { experiment: 'of', locale: 'in', webView: 'app' } as const;
