import type { Timestamp } from '#server/platform/database/tables.ts';
import type { Clock } from '#server/platform/ports.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds since the epoch in the format of the database. */
export const toTimestamp = (ms: number): Timestamp => new Date(ms).toISOString();

/** The current time plus `offset` milliseconds, in the format of the database. */
export const getCurrentTimestamp = (clock: Clock, offset = 0): Timestamp => toTimestamp(clock.now() + offset);
