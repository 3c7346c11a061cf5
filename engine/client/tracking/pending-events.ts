import type { EventValues } from '#engine/shared/check-event.ts';
import {
  EVENTS_COOKIE,
  type PendingEvent,
  readPendingEvents,
  writePendingEvents,
} from '#engine/shared/pending-events.ts';
import { readCookie, writeCookie } from '../dom/cookies.ts';

/**
 * Takes what waits to be reported out of its cookie and hands it over. Where the browser has locks, two tabs never take the same: a cookie
 * alone may be read by both before one of them has emptied it.
 */
export function takePendingEvents(take: (events: readonly PendingEvent[]) => void): void {
  if (readCookie(EVENTS_COOKIE) === undefined) return;
  const empty = (): void => {
    const events = readPendingEvents(readCookie(EVENTS_COOKIE));
    writeCookie(EVENTS_COOKIE, '', 0);
    take(events);
  };
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) empty();
  else void locks.request(EVENTS_COOKIE, empty);
}

/** Lets an event wait until it may be reported. */
export function addPendingEvent(event: PendingEvent): void {
  writeCookie(EVENTS_COOKIE, writePendingEvents([...readPendingEvents(readCookie(EVENTS_COOKIE)), event]));
}

/**
 * Notes of what the answer to a form reports on which page that form was, before another page is there: the server knows the page alone.
 * @param since Milliseconds since the epoch; what waited before has been noted.
 */
export function placePendingEvents(since: number, context: EventValues): void {
  const events = readPendingEvents(readCookie(EVENTS_COOKIE));
  if (events.length === 0) return;
  const second = Math.floor(since / 1000) * 1000;
  const placed = events.map((event) =>
    event.at >= second && !event.ofPage ? { ...event, context: { ...context, ...event.context } } : event,
  );
  writeCookie(EVENTS_COOKIE, writePendingEvents(placed));
}
