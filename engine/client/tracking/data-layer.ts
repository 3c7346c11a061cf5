import { findEventMistake, type EventValues } from '#engine/shared/check-event.ts';
import { InternalError } from '#engine/shared/errors.ts';
import type { EventName } from '#schemas/generated/events.ts';
import { reportProblem } from '../dom/problems.ts';

declare global {
  interface Window {
    /** Read by the tag manager, which may load later or never. */
    dataLayer?: object[];
  }
}

/**
 * Pushes an event to the data layer. Call it with consent only: third parties read the data layer. In production an invalid event is dropped, counted in
 * `data-dropped-events` of the document, and reported.
 * @throws in development, for an invalid event
 */
export function pushEvent(name: EventName, fields: EventValues, context: EventValues): void {
  const mistake = findEventMistake(name, fields);
  if (mistake === null) return push({ event: name, ...context, ...fields });
  const error = new InternalError(mistake);
  if (import.meta.env.DEV) throw error;
  const counts = document.documentElement.dataset;
  counts['droppedEvents'] = String(Number(counts['droppedEvents'] ?? 0) + 1);
  reportProblem('event', error);
}

/** Pushes an entry that is not an event. */
export function push(entry: object): void {
  (window.dataLayer ??= []).push(entry);
}
