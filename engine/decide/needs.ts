import type { SiteJourney } from '#engine/documents/types.ts';
import type { NeedDefinitions } from './journey.ts';

/** How each need is looked up: those of the engine and of journeys. */
export function needDefinitions(journeys: readonly SiteJourney[]): NeedDefinitions {
  const all: NeedDefinitions = { session: { reads: ['Cookie'], without: { state: 'none' } } };
  for (const { needs } of journeys) Object.assign(all, needs);
  return all;
}
