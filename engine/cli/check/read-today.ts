/** ISO 8601 date in UTC, for the rules that depend on it. */
export const readToday = (): string => new Date().toISOString().slice(0, 10);
