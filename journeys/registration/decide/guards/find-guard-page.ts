import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import { type Conditions, findAlternative } from '#engine/documents/journeys/conditions.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { GuardedSite } from '#engine/guards/types.ts';
import { getJourneyDocument } from '../document.ts';

/** Redirect target of a guard, from the journey's document; default: the start page. */
export function findGuardPage(guard: string, site: GuardedSite, conditions: Conditions): DocumentId {
  return findAlternative(getJourneyDocument(site).guards?.[guard] ?? [], conditions)?.page ?? DEFAULT_LANDING;
}
