import type { JourneyEffect } from '#schemas/generated/documents.ts';
import { type Conditions, holds } from './conditions.ts';

/** Names of the events of an effect under these conditions, in order. */
export function listEventsUnder(
  { event = [], conditionalEvents = [] }: JourneyEffect,
  conditions: Conditions,
): string[] {
  return [event].flat().concat(conditionalEvents.flatMap((each) => (holds(each.when, conditions) ? each.event : [])));
}

/** Names of all events that an effect may fire. */
export function listEvents({ event = [], conditionalEvents = [] }: JourneyEffect): string[] {
  return [event].flat().concat(conditionalEvents.map((each) => each.event));
}
