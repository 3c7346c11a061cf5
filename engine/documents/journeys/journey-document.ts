import { UserError } from '#engine/shared/errors.ts';
import type { JourneyDocument, JourneyRefusal } from '#schemas/generated/documents.ts';
import type { Site } from '../types.ts';

/** The document of a journey. Throws if it is missing, which `npm run check` reports. */
export function requireJourneyDocument(
  { journeyDocuments }: Pick<Site, 'journeyDocuments'>,
  name: string,
): JourneyDocument {
  const document = journeyDocuments.get(name);
  if (document === undefined) throw new UserError(`The site has no document "journeys/${name}".`);
  return document;
}

/** The message about a refused code. Throws for an unknown error, which `npm run check` reports. */
export function getRefusalFor({ refusals }: JourneyDocument, error: string): JourneyRefusal {
  const refusal = refusals?.[error];
  if (refusal === undefined) throw new UserError(`The document of the journey does not say how to explain "${error}".`);
  return refusal;
}
