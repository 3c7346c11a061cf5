import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';

/** A site whose documents say nothing of registrations leads nobody anywhere; `npm run check` reports it. */
const nothing: JourneyDocument = { $schema: '', version: 4, machines: {}, flows: {}, forms: {}, outcomes: {} };

/** What the documents of a site say of registrations. */
export function getJourneyDocument({ journeyDocuments }: Pick<Site, 'journeyDocuments'>): JourneyDocument {
  return journeyDocuments.get('registration') ?? nothing;
}
