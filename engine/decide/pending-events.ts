import type { Consent } from '#engine/shared/consent.ts';
import { findEventMistake, type EventValues, getEventRule } from '#engine/shared/check-event.ts';
import { EVENTS_COOKIE, readPendingEvents, writePendingEvents } from '#engine/shared/pending-events.ts';
import type { Facts, SetCookie } from './types.ts';

/** An event of a visitor. */
export interface FiredEvent {
  readonly name: string;
  readonly fields?: EventValues;
  /** Context of its page. */
  readonly context?: EventValues;
  /** The page itself causes the event. */
  readonly ofPage?: true;
}

/**
 * The cookie with events for the visitor's browser; `null` without events. Refused events and fields
 * are omitted; before the consent answer all are included. Malformed events are omitted, too.
 */
export function buildPendingEventsCookie(
  fired: readonly FiredEvent[],
  { cookies, consent, now }: Pick<Facts, 'cookies' | 'consent' | 'now'>,
): SetCookie | null {
  const pending = readPendingEvents(cookies[EVENTS_COOKIE]);
  const added = fired.flatMap(({ name, fields = {}, context, ofPage }) => {
    const rule = getEventRule(name);
    if (ofPage === true && pending.some((other) => other.ofPage === true && other.name === name)) return [];
    if (rule === undefined || (consent !== null && !consent.includes(rule.purpose))) return [];
    const allowed = consent === null ? fields : allowedFields(name, fields, consent);
    const event = { name, at: now, fields: allowed, context, ofPage };
    return findEventMistake(name, event.fields) === null ? [event] : [];
  });
  if (added.length === 0) return null;
  const value = writePendingEvents([...pending, ...added]);
  // Not HttpOnly, because the browser reports it. A session cookie, so that it ends with a visit without a consent answer.
  return { name: EVENTS_COOKIE, value, maxAge: null, httpOnly: false };
}

/** Pending events that remain after a consent choice: refused and withdrawn ones are dropped. */
export function buildPendingEventsCookies(consent: Consent, cookies: Facts['cookies']): readonly SetCookie[] {
  const { [EVENTS_COOKIE]: value } = cookies;
  if (value === undefined) return [];
  const left = readPendingEvents(value).flatMap((event) => {
    const purpose = getEventRule(event.name)?.purpose;
    if (purpose === undefined || !consent.includes(purpose)) return [];
    return [{ ...event, fields: allowedFields(event.name, event.fields, consent) }];
  });
  return [
    { name: EVENTS_COOKIE, value: writePendingEvents(left), maxAge: left.length === 0 ? 0 : null, httpOnly: false },
  ];
}

/** A field may need more than its event does. */
function allowedFields(name: string, fields: EventValues, consent: Consent): EventValues {
  const allowed = Object.entries(fields).filter(([field]) => {
    const purpose = getEventRule(name)?.fields[field]?.purpose;
    return purpose === undefined || consent.includes(purpose);
  });
  return Object.fromEntries(allowed);
}
