import { journeyDocument } from '#engine/documents/journeys/journey-document.ts';
import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';

/** What the documents of a site say of registrations. */
export function documentOf(site: Pick<Site, 'journeyDocuments'>): JourneyDocument {
  return journeyDocument(site, 'registration');
}
