import { isObject, type JsonObject } from '../json.ts';

const DAY_MS = 86_400_000;
/** 52 weeks: the same day of the week, in the same season. */
const YEAR = 364;
/** Days between the day on which a landing is written and the first of its dates. */
const NOTICE = 28;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Claims of a template with their dates as many times 52 weeks later as it takes for all of them to be at least four weeks ahead, so that no
 * landing begins with an offer that is over. Days on which a value was looked up (`asOf`) stay.
 *
 * @param today ISO 8601 date
 */
export function moveDates(claims: JsonObject, today: string): JsonObject {
  const times: number[] = [];
  mapDates(claims, (date) => {
    times.push(Date.parse(date));
    return date;
  });
  const ahead = Date.parse(today) + NOTICE * DAY_MS - Math.min(...times);
  const days = Math.max(0, Math.ceil(ahead / DAY_MS / YEAR)) * YEAR;
  if (times.length === 0 || days === 0) return claims;
  return mapDates(claims, (date) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10));
}

function mapDates(value: JsonObject, map: (date: string) => string): JsonObject {
  const walk = (part: unknown): unknown => {
    if (isObject(part)) return mapDates(part, map);
    return typeof part === 'string' && DATE.test(part) && !Number.isNaN(Date.parse(part)) ? map(part) : part;
  };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, key === 'asOf' ? part : walk(part)]));
}
