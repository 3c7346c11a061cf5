import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';

/** Fallback for a site without the journey's document; `npm run check` reports it. */
const nothing: JourneyDocument = { $schema: '', version: 4, machines: {}, flows: {}, forms: {}, outcomes: {} };

/** The journey's document of a site. */
export function getJourneyDocument({ journeyDocuments }: Pick<Site, 'journeyDocuments'>): JourneyDocument {
  return journeyDocuments.get('registration') ?? nothing;
}
