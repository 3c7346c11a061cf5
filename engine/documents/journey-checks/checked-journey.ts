import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { type JourneyNames, journeyNames } from '#schemas/generated/journeys/names.ts';
import type { Path, SourceLocation } from '../source-location.ts';
import type { Project } from '../project.ts';
import { hasItsShape } from '../schema-errors/validate.ts';
import type { WrittenDocument } from '../written.ts';
import { getJourneyName, selectJourneys } from '../journeys/build-journeys.ts';
import type { Site } from '../types.ts';

/** A valid document of a journey, with its vocabulary. */
export interface CheckedJourney {
  readonly name: string;
  readonly written: WrittenDocument;
  readonly document: JourneyDocument;
  /** The document under the name of the journey, as sites have it. */
  readonly journeyDocuments: Site['journeyDocuments'];
  readonly names: JourneyNames;
}

/** Vocabulary of journeys, by the name of the journey. */
export const knownJourneys: Readonly<Record<string, JourneyNames>> = journeyNames;

const checked = new WeakMap<WrittenDocument, CheckedJourney>();

/** All valid documents of journeys, for the rules. */
export function listCheckedJourneys({ written }: Pick<Project, 'written'>): readonly CheckedJourney[] {
  return selectJourneys(written.values()).flatMap((document) => {
    const journey = checked.get(document) ?? checkedJourney(document);
    if (journey === undefined) return [];
    checked.set(document, journey);
    return [journey];
  });
}

function checkedJourney(written: WrittenDocument): CheckedJourney | undefined {
  const name = getJourneyName(written.id);
  const names = Object.hasOwn(knownJourneys, name) ? knownJourneys[name] : undefined;
  if (names === undefined || !hasItsShape(written)) return undefined;
  // Validated as a journey.
  const document = written.value as unknown as JourneyDocument;
  return { name, written, document, journeyDocuments: new Map([[name, document]]), names };
}

/** A place in the document of a journey. */
export function locateInJourney({ written }: CheckedJourney, path: Path, at?: SourceLocation['at']): SourceLocation {
  return { file: written.file, path, at };
}
