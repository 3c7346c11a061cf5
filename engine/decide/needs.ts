import type { SiteJourney } from '#engine/documents/types.ts';
import type { NeedDefinitions } from './journey.ts';

/** Definitions of all needs, of the engine and of journeys. */
export function collectNeedDefinitions(journeys: readonly SiteJourney[]): NeedDefinitions {
  const all: NeedDefinitions = { session: { reads: ['Cookie'], without: { state: 'none' } } };
  for (const { needs } of journeys) Object.assign(all, needs);
  return all;
}
