import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { deepFreeze } from '../json.ts';
import type { Site } from '../types.ts';
import type { WrittenDocument } from '../written.ts';

/** Documents of journeys by the name of the journey; only for valid documents. */
export function buildJourneys(written: Iterable<WrittenDocument>): Site['journeyDocuments'] {
  return new Map(
    selectJourneys(written).map(({ id, value }) => {
      // Validated as a journey.
      const document = deepFreeze(value) as unknown as JourneyDocument;
      return [getJourneyName(id), document];
    }),
  );
}

/** Name of a journey: its document's id without the folder. */
export function getJourneyName(id: string): string {
  return id.slice('journeys/'.length);
}

/** Documents of journeys, sorted by name. */
export function selectJourneys(written: Iterable<WrittenDocument>): readonly WrittenDocument[] {
  return [...written]
    .filter(({ kind, readable }) => kind === 'journey' && readable)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
