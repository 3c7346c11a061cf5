/** Path below the base path for reports of the largest contentful paint (N16). */
export const WEB_VITALS_PATH = 'api/paint';

/** Query parameters: the route of the page, such as `landings/default___de`, and milliseconds. */
export const webVitalsQuery = { route: 'of', milliseconds: 'ms' } as const;
