import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';

/** What the project's documents say of these journeys, as far as they have one. */
export function journeyDocuments(journeys: Site['journeys']): Site['journeyDocuments'] {
  const files = journeys.map(({ name }) => ({ name, file: toFile(name) })).filter(({ file }) => existsSync(file));
  // `npm run check` validates the project's documents.
  return new Map(files.map(({ name, file }) => [name, JSON.parse(readFileSync(file, 'utf8')) as JourneyDocument]));
}

function toFile(journey: string): string {
  return join(import.meta.dirname, '../../pages-config/journeys', `${journey}.json`);
}
