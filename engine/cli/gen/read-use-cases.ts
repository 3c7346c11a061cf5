import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import type { JourneyVocabulary } from './journey-vocabulary.ts';
import { readJson } from './read-json.ts';
import { toCamelCase } from './schema.ts';

/** The properties of a journey that are needed to find and add its use cases. */
interface KnownJourney {
  readonly name: string;
  /** Relative to the project's root. */
  readonly folder: string;
  readonly vocabulary: JourneyVocabulary;
}

/** A folder in `members/` of a journey whose file of the same name exports a function of that name. */
export interface UseCaseSource {
  /** Name of its journey. */
  readonly journey: string;
  readonly name: string;
  /** Relative to the project's root. */
  readonly file: string;
  /** Its `form.ts`, which makes a request of a posted form; `null` for a use case without a form. */
  readonly formFile: string | null;
}

/** `use-case.json` of a use case with a form: names for the document of its journey. */
interface UseCaseVocabulary {
  /** Outcome → the names of its values. */
  readonly outcomes?: Readonly<Record<string, readonly string[]>>;
  /** Position in a flow of a step that posts to it. */
  readonly step?: 'earlier' | 'last' | 'only';
  /** Whether it stores answers to additional questions of blocks, or passes them to the step that does. */
  readonly questions?: true;
}

/** @throws when two journeys have a use case of the same name, since callers know only the name */
export function readUseCases(
  root: string,
  journeys: readonly KnownJourney[],
  files: (pattern: string) => string[],
): UseCaseSource[] {
  const found = new Map<string, UseCaseSource>();
  for (const { name: journey, folder } of journeys)
    for (const file of files(`${folder}/members/*/*.ts`)) {
      const name = basename(file, '.ts');
      if (file !== `${folder}/members/${name}/${name}.ts`) continue;
      const other = found.get(name);
      if (other !== undefined)
        throw new UserError(`${other.file} and ${file} have the same name. Rename one of the two.`);
      const formFile = `${folder}/members/${name}/form.ts`;
      const hasForm = existsSync(join(root, formFile));
      if (hasForm && !existsSync(join(root, vocabularyFile(file))))
        throw new UserError(
          `${formFile} has no ${vocabularyFile(file)} beside it, which names the outcomes: { "outcomes": { "done": [] } }.`,
        );
      found.set(name, { journey, name, file, formFile: hasForm ? formFile : null });
    }
  return [...found.values()];
}

const vocabularyFile = (useCase: string): string => useCase.replace(/[^/]+$/, 'use-case.json');

/** Journeys with the names of their use cases added to those of `journey.json`. */
export function withUseCases<Journey extends KnownJourney>(
  root: string,
  journeys: readonly Journey[],
  useCases: readonly UseCaseSource[],
): Journey[] {
  return journeys.map((journey) => {
    const { useCases: outcomes, steps, questions = [] } = journey.vocabulary;
    const own = useCases
      .filter((useCase) => useCase.journey === journey.name)
      .map(({ name, file }) => ({
        name: toCamelCase(name),
        ...readJson<UseCaseVocabulary>(root, vocabularyFile(file)),
      }));
    const vocabulary = {
      ...journey.vocabulary,
      useCases: { ...outcomes, ...namedParts(own, (useCase) => useCase.outcomes) },
      steps: { ...steps, ...namedParts(own, (useCase) => useCase.step) },
      questions: [...questions, ...own.filter((useCase) => useCase.questions === true).map(({ name }) => name)],
    };
    return { ...journey, vocabulary };
  });
}

function namedParts<Entry extends { readonly name: string }, Part>(
  entries: readonly Entry[],
  part: (entry: Entry) => Part | undefined,
): Readonly<Record<string, Part>> {
  return Object.fromEntries(
    entries.flatMap((entry): [string, Part][] => {
      const found = part(entry);
      return found === undefined ? [] : [[entry.name, found]];
    }),
  );
}
