import { type Conditions, firstThatHolds } from '#engine/documents/journeys/conditions.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { GuardedSite } from '#engine/guards/types.ts';
import { defaultLanding } from '#engine/routing/route-table.ts';
import { getJourneyDocument } from '../document.ts';

/** Where the document of the journey leads anyone a guard does not let pass; to the start page where it says nothing. */
export function findGuardPage(guard: string, site: GuardedSite, conditions: Conditions): DocumentId {
  return firstThatHolds(getJourneyDocument(site).guards?.[guard] ?? [], conditions)?.page ?? defaultLanding;
}
