/** Path below the base path for reports that the block of an experiment was seen (N26). */
export const EXPOSURES_PATH = 'api/seen';

/** Query parameters. */
export const exposureQuery = { experiment: 'of', locale: 'in', webView: 'app' } as const;
