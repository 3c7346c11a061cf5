import { SHOP_ZONE } from './format-values.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';

const SECOND = 1_000;

/** The last second of a day such as `2026-12-31` in the time zone in which admin pages show times, in milliseconds since the epoch. `NaN` for any other text. */
export function toEndOfDay(day: string): number {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
  // Days such as 31 February do not round-trip.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return Number.NaN;
  return toEpoch(`${day}T23:59`, SHOP_ZONE) + 59 * SECOND;
}
