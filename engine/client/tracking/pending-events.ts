import type { EventValues } from '#engine/shared/check-event.ts';
import {
  EVENTS_COOKIE,
  type PendingEvent,
  readPendingEvents,
  writePendingEvents,
} from '#engine/shared/pending-events.ts';
import { readCookie, writeCookie } from '../dom/cookies.ts';

/** Moves pending events from their cookie to `take`. Uses the Web Locks API where available, so that two tabs do not take the same events. */
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

/** Stores an event until it may be reported. */
export function addPendingEvent(event: PendingEvent): void {
  writeCookie(EVENTS_COOKIE, writePendingEvents([...readPendingEvents(readCookie(EVENTS_COOKIE)), event]));
}

/**
 * Adds the page of a form to the events of its response before navigation; the server does not know the page view.
 * @param since milliseconds since the epoch; earlier events have their page already
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
