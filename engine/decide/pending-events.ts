import type { Consent } from '#engine/base/consent.ts';
import { eventMistake, type EventValues, ruleOfEvent } from '#engine/base/check-event.ts';
import { EVENTS_COOKIE, readPendingEvents, writePendingEvents } from '#engine/base/pending-events.ts';
import type { Facts, SetCookie } from './types.ts';

/** Something that happened to a visitor, by the name of its event. */
export interface FiredEvent {
  readonly name: string;
  readonly fields?: EventValues;
  /** What is known of the page on which it happened. */
  readonly context?: EventValues;
  /** A page says so by being sent. */
  readonly ofPage?: true;
}

/**
 * The cookie by which the visitor's browser learns what happened; `null` when there is nothing to learn. What the visitor refused is
 * left out, and so is a field whose purpose was; before the answer everything waits for it. Malformed events are left out too.
 */
export function pendingEventsCookie(
  fired: readonly FiredEvent[],
  { cookies, consent, now }: Pick<Facts, 'cookies' | 'consent' | 'now'>,
): SetCookie | null {
  const pending = readPendingEvents(cookies[EVENTS_COOKIE]);
  const added = fired.flatMap(({ name, fields = {}, context, ofPage }) => {
    const rule = ruleOfEvent(name);
    if (ofPage === true && pending.some((other) => other.ofPage === true && other.name === name)) return [];
    if (rule === undefined || (consent !== null && !consent.includes(rule.purpose))) return [];
    const allowed = consent === null ? fields : allowedFields(name, fields, consent);
    const event = { name, at: now, fields: allowed, ...(context && { context }), ofPage };
    return eventMistake(name, event.fields) === null ? [event] : [];
  });
  if (added.length === 0) return null;
  const value = writePendingEvents([...pending, ...added]);
  // Not HttpOnly: the browser reports it. Of the session: nothing of it outlives a visit that says nothing about consent.
  return { name: EVENTS_COOKIE, value, maxAge: null, httpOnly: false };
}

/** What still waits to be reported after an answer about consent: what was refused, or taken back, is forgotten at once. */
export function pendingEventsAfter(consent: Consent, cookies: Facts['cookies']): readonly SetCookie[] {
  const { [EVENTS_COOKIE]: value } = cookies;
  if (value === undefined) return [];
  const left = readPendingEvents(value).flatMap((event) => {
    const purpose = ruleOfEvent(event.name)?.purpose;
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
    const purpose = ruleOfEvent(name)?.fields[field]?.purpose;
    return purpose === undefined || consent.includes(purpose);
  });
  return Object.fromEntries(allowed);
}
