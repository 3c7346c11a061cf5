import type { JourneyVocabulary } from './journey-vocabulary.ts';
import { toCamelCase } from './schema.ts';
import type { GeneratorInput, JourneySource } from './source.ts';
import { writeLiteral, writeModule } from './write-module.ts';

/** `journeys/names.ts`: names that journey documents may use, from each `journey.json`. */
export function generateJourneyNames(source: GeneratorInput): string {
  const names = Object.fromEntries(
    source.journeys.map((journey) => [
      journey.name,
      {
        ...collectNames(journey.vocabulary),
        wholeForm: nameWholeForm(journey, source),
        events: source.events
          .filter((event) => event.journey === journey.name && event.schema.firedBy === 'server')
          .map((event) => event.name),
      },
    ]),
  );
  return writeModule(
    `import type { SchemaForm } from '../forms.ts';`,
    `/** What the document of a journey may name. */
export interface JourneyNames {
  /** Machines whose states are rows. */
  readonly machines: Readonly<Record<string, RowNames>>;
  /** Use case, or form without one → its outcomes → the names of their values. */
  readonly useCases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Use cases that a step of a flow may post to, and where in a flow such a step stands. */
  readonly steps: Readonly<Record<string, 'earlier' | 'last' | 'only'>>;
  /** Form of flows with a single step; documents choose the fields of other steps among its fields. */
  readonly wholeForm?: SchemaForm;
  /** Use cases that take answers to questions which blocks ask beside the fields of their forms. */
  readonly questions: readonly string[];
  /** Names of hidden fields that its forms post. */
  readonly hiddenFields: readonly string[];
  /** Condition → its values. */
  readonly conditions: Readonly<Record<string, readonly string[]>>;
  /** Condition → the outcomes after which alone it is known, such as \`register.refused\` or \`*.refused\`. */
  readonly after: Readonly<Record<string, readonly string[]>>;
  /** Condition → its value → the states of the machine of the same name that it stands for, where these are not just the state of that name. */
  readonly stands: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Condition → an outcome → the value that the visitor's session says once it has noted this outcome. */
  readonly remembered: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Settings that say how long a state lasts. */
  readonly times: readonly string[];
  /** Events that the server fires. */
  readonly events: readonly string[];
  readonly guards: readonly string[];
  /** Guards that lead anyone they do not let pass to a page which the document names. */
  readonly leads: readonly string[];
  /** Guard → the states of a machine whose visitors it lets pass. */
  readonly lets: Readonly<Record<string, GuardedStates>>;
}

interface RowNames {
  readonly states: readonly string[];
  /** Event → the only state that it can lead to. */
  readonly events: Readonly<Record<string, string>>;
  /** Event that no document can forbid → the states in which it happens. */
  readonly always: Readonly<Record<string, readonly string[]>>;
}

interface GuardedStates {
  readonly machine: string;
  /** Option of the guard that decides. */
  readonly option?: string;
  /** The states by the value of the option; those of \`any\` without one. */
  readonly states: Readonly<Record<string, readonly string[]>>;
}`,
    `/** By the name of the journey. */
export const journeyNames = ${writeLiteral(names)} as const satisfies Readonly<Record<string, JourneyNames>>;`,
  );
}

/** The form whose schema is next to the use case, for flows with a single step. */
export function nameWholeForm(
  { folder, vocabulary: { steps = {} } }: Pick<JourneySource, 'folder' | 'vocabulary'>,
  { forms }: Pick<GeneratorInput, 'forms'>,
): string | undefined {
  const found = [...forms].find(([, { file }]) => {
    const [useCase = ''] = file.startsWith(`${folder}/members/`)
      ? file.slice(`${folder}/members/`.length).split('/')
      : [];
    return steps[toCamelCase(useCase)] === 'only';
  });
  return found?.[0];
}

function collectNames(vocabulary: JourneyVocabulary): object {
  const {
    machines = {},
    useCases = {},
    steps = {},
    questions = [],
    hiddenFields = [],
    conditions = {},
    times = [],
    guards = {},
  } = vocabulary;
  return {
    machines: pick(machines, ({ states, events, always = {} }) => ({ states, events, always })),
    useCases,
    steps,
    questions,
    hiddenFields,
    conditions: pick(conditions, ({ values }) => values),
    after: pick(conditions, ({ after }) => after),
    stands: pick(conditions, ({ states }) => states),
    remembered: pick(conditions, ({ remembered }) => remembered),
    times,
    guards: Object.keys(guards),
    leads: Object.keys(guards).filter((guard) => guards[guard]?.leads === true),
    lets: pick(guards, ({ lets }) => lets),
  };
}

/** One property of each entry that has it. */
function pick<Entry, Part>(
  entries: Readonly<Record<string, Entry>>,
  part: (entry: Entry) => Part | undefined,
): Record<string, Part> {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]): [string, Part][] => {
      const picked = part(entry);
      return picked === undefined ? [] : [[name, picked]];
    }),
  );
}
