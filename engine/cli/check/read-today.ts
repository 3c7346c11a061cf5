/** ISO 8601 date in UTC, for date-dependent rules. */
export const readToday = (): string => new Date().toISOString().slice(0, 10);
