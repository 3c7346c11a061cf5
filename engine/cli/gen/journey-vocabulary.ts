import { Mistake } from '#engine/base/errors.ts';
import type { JsonSchema } from './schema.ts';

/** What `journey.json` of a journey adds to the names that documents use. */
export interface JourneyVocabulary {
  /** Conditions that a block may name in `when`; the first value holds when nothing is known. */
  readonly facets?: Readonly<Record<string, { readonly description: string; readonly values: readonly string[] }>>;
  readonly guards?: Readonly<Record<string, GuardVocabulary>>;
  /** Machines whose states are rows, as far as code makes transitions of them. */
  readonly machines?: Readonly<Record<string, MachineVocabulary>>;
  /** Use case, or form without one → its outcomes → the names of their values. */
  readonly useCases?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Conditions that a journey's document may name in `when`. */
  readonly conditions?: Readonly<Record<string, ConditionVocabulary>>;
  /** Use cases that a step of a flow may post to, and where in a flow such a step stands. */
  readonly steps?: Readonly<Record<string, 'earlier' | 'last' | 'only'>>;
  /** Settings that say how long a state lasts. */
  readonly times?: readonly string[];
}

interface MachineVocabulary {
  readonly description: string;
  readonly states: readonly string[];
  /** Event → the only state that it can lead to. */
  readonly events: Readonly<Record<string, string>>;
  /** Event that no document can forbid, such as an erasure that the law asks for → the states in which it happens. */
  readonly always?: Readonly<Record<string, readonly string[]>>;
}

interface ConditionVocabulary {
  readonly description: string;
  readonly values: readonly string[];
  /** Outcomes after which it is known, such as `register.refused` or, for every use case, `*.refused`; known everywhere when left out. */
  readonly after?: readonly string[];
  /** States of the machine of the same name that a value stands for, where these are not just the state of that name. */
  readonly states?: Readonly<Record<string, readonly string[]>>;
  /** Outcome → the value that the visitor's session says once it has noted this outcome. */
  readonly remembered?: Readonly<Record<string, string>>;
}

interface GuardVocabulary {
  /** Anyone it does not let pass is led to a page that the journey's document names; others are denied in place. */
  readonly leads?: boolean;
  /** The states of a machine whose visitors it lets pass. */
  readonly lets?: GuardedStates;
  /** Part of a sentence that begins with the guard's name. */
  readonly description: string;
  /** What a document may say beside the guard's name, by name. */
  readonly options?: Readonly<Record<string, JsonSchema>>;
}

interface GuardedStates {
  readonly machine: string;
  /** Option of the guard that decides. */
  readonly option?: string;
  /** The states by the value of the option; those of `any` without one. */
  readonly states: Readonly<Record<string, readonly string[]>>;
}

const guardId = '/schemas/guard.schema.json';
const blockId = '/schemas/block.schema.json';

/**
 * The shared schemas with the guards and facets of journeys after the engine's own.
 *
 * @throws when two of them have a facet, a guard or an option of the same name
 */
export function withVocabularies(
  shared: ReadonlyMap<string, JsonSchema>,
  journeys: readonly { readonly name: string; readonly vocabulary: JourneyVocabulary }[],
): ReadonlyMap<string, JsonSchema> {
  const schemas = new Map(shared);
  for (const { name, vocabulary } of journeys) {
    const guard = schemas.get(guardId);
    if (guard !== undefined) schemas.set(guardId, withGuards(guard, vocabulary.guards ?? {}, name));
    const block = schemas.get(blockId);
    if (block !== undefined) schemas.set(blockId, withFacets(block, vocabulary.facets ?? {}, name));
  }
  return schemas;
}

function withGuards(
  schema: JsonSchema,
  guards: Readonly<Record<string, GuardVocabulary>>,
  journey: string,
): JsonSchema {
  const { name = {}, ...options } = schema.properties ?? {};
  const known = (name.enum ?? []).map(String);
  for (const guard of Object.keys(guards)) refuseTaken('guard', guard, known, journey);
  const more = Object.values(guards).flatMap((guard) => Object.entries(guard.options ?? {}));
  for (const [option] of more) refuseTaken('option of guards', option, Object.keys(options), journey);
  const described = Object.entries(guards).map(([guard, { description }]) => `\`${guard}\`: ${description}.`);
  return {
    ...schema,
    properties: {
      name: {
        ...name,
        description: [name.description, ...described].join(' '),
        enum: [...known, ...Object.keys(guards)],
      },
      ...options,
      ...Object.fromEntries(more),
    },
  };
}

function withFacets(schema: JsonSchema, facets: NonNullable<JourneyVocabulary['facets']>, journey: string): JsonSchema {
  const when = schema.$defs?.['when'] ?? {};
  for (const facet of Object.keys(facets)) refuseTaken('facet', facet, Object.keys(when.properties ?? {}), journey);
  const more = Object.entries(facets).map(([facet, { description, values }]): [string, JsonSchema] => [
    facet,
    { description, type: 'string', enum: values },
  ]);
  return {
    ...schema,
    $defs: {
      ...schema.$defs,
      when: { ...when, properties: { ...when.properties, ...Object.fromEntries(more) } },
    },
  };
}

function refuseTaken(kind: string, name: string, taken: readonly string[], journey: string): void {
  if (taken.includes(name))
    throw new Mistake(
      `journeys/${journey}/journey.json adds the ${kind} "${name}", which exists already. Choose another name.`,
    );
}
