import type { Edit, Expected } from './mistaken-project.ts';

/** One mistake in the document of a journey, and the one finding that it must give. */
export interface JourneyMistake extends Omit<Expected, 'at'> {
  readonly name: string;
  /** Of the document, unless a file is named. */
  readonly edits: readonly (readonly [find: string, write: string, file?: string])[];
  /** `line:column` in the document, or `file:line:column` elsewhere. */
  readonly at: string;
}

const file = 'pages-config/journeys/registration.json';

/** The edits of a mistake. */
export function toEdits({ edits }: JourneyMistake): readonly Edit[] {
  return edits.map(([find, write, other = file]) => ({ file: other, find, write }));
}

/** Where and what a mistake is found. */
export function toFinding(mistake: JourneyMistake): Expected {
  return { ...mistake, at: mistake.at.includes('/') ? mistake.at : `${file}:${mistake.at}` };
}
