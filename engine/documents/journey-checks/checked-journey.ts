import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { type JourneyNames, journeyNames } from '#schemas/generated/journeys/names.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
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

/** All valid documents of journeys, for the rules. */
export function listCheckedJourneys({ written }: Pick<Project, 'written'>): readonly CheckedJourney[] {
  return selectChecked(written);
}

/** Rules ask for every block of every document. */
const selectChecked = memoizePerObject((written: Project['written']): readonly CheckedJourney[] =>
  selectJourneys(written.values()).flatMap((document) => checkJourney(document) ?? []),
);

const checkJourney = memoizePerObject(checkedJourney);

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
