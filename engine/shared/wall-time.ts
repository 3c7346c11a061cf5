/** Local wall times such as `2026-11-27T00:00` in an IANA zone; `from` is included, `to` is not (`schemas/window.schema.json`). */
export interface WallTimeWindow {
  readonly from?: string;
  readonly to?: string;
  readonly zone: string;
}

export type WindowState = 'before' | 'open' | 'after';

interface Bounds {
  readonly from: number;
  readonly to: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const WALL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

const formats = new Map<string, Intl.DateTimeFormat>();
const boundsByWindow = new WeakMap<WallTimeWindow, Bounds>();

/**
 * The instant of a wall time, in milliseconds since the epoch.
 * A time that occurs twice (clocks go back) is its first occurrence; a time that does not occur (clocks go forward)
 * is the first instant after the gap. Throws a `RangeError` for a malformed date or an unknown zone.
 */
export function toEpoch(wall: string, zone: string): number {
  const asUtc = parseAsUtc(wall);
  const earlier = asUtc - offsetAt(asUtc - DAY, zone);
  const later = asUtc - offsetAt(asUtc + DAY, zone);
  const candidates = earlier < later ? [earlier, later] : [later, earlier];
  for (const instant of candidates) {
    if (instant + offsetAt(instant, zone) === asUtc) return instant;
  }
  return firstInstantAfterGap(Math.min(earlier, later), Math.max(earlier, later), zone);
}

/** Whether `now` (milliseconds since the epoch) is before, inside or after a window. */
export function computeWindowState(window: WallTimeWindow, now: number): WindowState {
  const { from, to } = bounds(window);
  if (now < from) return 'before';
  return now < to ? 'open' : 'after';
}

/** The next change of the state after `now`, in milliseconds since the epoch; `null` without one. */
export function findNextWindowBoundary(window: WallTimeWindow, now: number): number | null {
  const { from, to } = bounds(window);
  if (now < from && from < to) return from;
  return now < to && to !== Number.POSITIVE_INFINITY ? to : null;
}

function bounds(window: WallTimeWindow): Bounds {
  const known = boundsByWindow.get(window);
  if (known !== undefined) return known;
  const computed: Bounds = {
    from: window.from === undefined ? Number.NEGATIVE_INFINITY : toEpoch(window.from, window.zone),
    to: window.to === undefined ? Number.POSITIVE_INFINITY : toEpoch(window.to, window.zone),
  };
  boundsByWindow.set(window, computed);
  return computed;
}

function parseAsUtc(wall: string): number {
  const match = WALL_TIME.exec(wall);
  if (match !== null) {
    const [year, month, day, hour, minute] = match.slice(1).map(Number) as [number, number, number, number, number];
    const asUtc = Date.UTC(year, month - 1, day, hour, minute);
    // Date.UTC rolls 30 February over to March; such a date is invalid.
    if (new Date(asUtc).toISOString().startsWith(wall)) return asUtc;
  }
  throw new RangeError(`"${wall}" is not a wall time. Write an existing date and time such as "2026-11-27T00:00".`);
}

/** Offset of a time zone from UTC in milliseconds at an instant. */
function offsetAt(instant: number, zone: string): number {
  const part = Object.create(null) as Record<string, number>;
  for (const { type, value } of formatFor(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
    return format;
  } catch (cause) {
    throw new RangeError(`"${zone}" is not a time zone. Write an IANA name such as "Europe/Berlin".`, { cause });
  }
}

function firstInstantAfterGap(low: number, high: number, zone: string): number {
  const before = offsetAt(low, zone);
  let known = low;
  let after = high;
  while (after - known > MINUTE) {
    const middle = known + Math.floor((after - known) / 2 / MINUTE) * MINUTE;
    if (offsetAt(middle, zone) === before) known = middle;
    else after = middle;
  }
  return after;
}
