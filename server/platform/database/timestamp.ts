import type { Timestamp } from '#server/platform/database/tables.ts';
import type { Clock } from '#server/platform/ports.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Milliseconds since the epoch as the database stores them. */
export const timestamp = (ms: number): Timestamp => new Date(ms).toISOString();

/** Now, or `offset` milliseconds from now, as the database stores it. */
export const currentTimestamp = (clock: Clock, offset = 0): Timestamp => timestamp(clock.now() + offset);
