import { Mistake } from '#engine/base/errors.ts';
import type { JourneyDocument, JourneyRefusal } from '#schemas/generated/documents.ts';
import type { Site } from '../types.ts';

/** What the documents of a site say of a journey. Throws where nothing is said; `npm run check` finds it before. */
export function journeyDocument({ journeyDocuments }: Pick<Site, 'journeyDocuments'>, name: string): JourneyDocument {
  const document = journeyDocuments.get(name);
  if (document === undefined) throw new Mistake(`The site has no document "journeys/${name}".`);
  return document;
}

/** What a visitor reads about a refused code. Throws for an error that the document does not name; `npm run check` finds it before. */
export function refusalFor({ refusals }: JourneyDocument, error: string): JourneyRefusal {
  const refusal = refusals?.[error];
  if (refusal === undefined) throw new Mistake(`The document of the journey does not say how to explain "${error}".`);
  return refusal;
}
