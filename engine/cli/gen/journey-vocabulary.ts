import { UserError } from '#engine/shared/errors.ts';
import type { JsonSchema } from './schema.ts';

/** What `journey.json` of a journey adds to the names that documents use. */
export interface JourneyVocabulary {
  /** Conditions that a block may name in `when`; the first value holds when nothing is known. */
  readonly facets?: Readonly<Record<string, FacetVocabulary>>;
  readonly guards?: Readonly<Record<string, GuardVocabulary>>;
  /** Conversion that decides experiments which name none; that of the first journey that has one. */
  readonly goalMetric?: string;
  /** Queries of its admin pages. */
  readonly queries?: readonly string[];
  /** Documents that the site document names for it, by name: their schemas. */
  readonly documents?: Readonly<Record<string, JsonSchema>>;
  /** What staff users may do on its pages, and API clients with a token for it. */
  readonly permissions?: Readonly<Record<string, PermissionVocabulary>>;
  /** Machines whose states are rows, as far as code makes transitions of them. */
  readonly machines?: Readonly<Record<string, MachineVocabulary>>;
  /** Use case, or form without one → its outcomes → the names of their values. */
  readonly useCases?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Conditions that a journey's document may name in `when`. */
  readonly conditions?: Readonly<Record<string, ConditionVocabulary>>;
  /** Use cases that a step of a flow may post to, and where in a flow such a step stands. */
  readonly steps?: Readonly<Record<string, 'earlier' | 'last' | 'only'>>;
  /** Use cases that take answers to questions which blocks ask beside the fields of their forms. */
  readonly questions?: readonly string[];
  /** Names of hidden fields that its forms post. */
  readonly hiddenFields?: readonly string[];
  /** Settings that say how long a state lasts. */
  readonly times?: readonly string[];
}

interface FacetVocabulary {
  readonly description: string;
  readonly values: readonly string[];
  /** The value with which the visitor's value `name` is there, for blocks that greet with it. */
  readonly greets?: string;
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

interface PermissionVocabulary {
  /** Part of a sentence that begins with the permission's name. */
  readonly description: string;
  /** Groups of staff users that have it beside `admin`, which has every permission. */
  readonly groups: readonly string[];
}

interface GuardedStates {
  readonly machine: string;
  /** Option of the guard that decides. */
  readonly option?: string;
  /** The states by the value of the option; those of `any` without one. */
  readonly states: Readonly<Record<string, readonly string[]>>;
}

/** What a block may name in `facets` beside the facets of visitors: the state of its window, and whether a journey can greet. */
export const facetsOfBlocks = ['window', 'greeting'] as const;

const guardId = '/schemas/guard.schema.json';
const blockId = '/schemas/block.schema.json';
const experimentId = '/schemas/experiment.schema.json';
const queryId = '/schemas/admin-query.schema.json';
const siteId = '/schemas/site.schema.json';

/**
 * The shared schemas with the guards, permissions, facets, queries and documents of journeys after the engine's own.
 *
 * @throws when two of them have a facet, a guard, an option, a permission, a query or a document of the same name
 */
export function withVocabularies(
  shared: ReadonlyMap<string, JsonSchema>,
  journeys: readonly { readonly name: string; readonly vocabulary: JourneyVocabulary }[],
): ReadonlyMap<string, JsonSchema> {
  const schemas = new Map(shared);
  const change = (id: string, to: (schema: JsonSchema) => JsonSchema): void => {
    const schema = schemas.get(id);
    if (schema !== undefined) schemas.set(id, to(schema));
  };
  for (const { name, vocabulary } of journeys) {
    change(guardId, (schema) => withGuards(schema, vocabulary.guards ?? {}, name));
    change(guardId, (schema) => withPermissions(schema, vocabulary.permissions ?? {}, name));
    change(blockId, (schema) => withFacets(schema, vocabulary.facets ?? {}, name));
    change(experimentId, (schema) => withGoalMetric(schema, vocabulary.goalMetric));
    change(queryId, (schema) => withQueries(schema, vocabulary.queries ?? [], name));
    change(siteId, (schema) => withDocuments(schema, vocabulary.documents ?? {}, name));
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

function withPermissions(
  schema: JsonSchema,
  permissions: Readonly<Record<string, PermissionVocabulary>>,
  journey: string,
): JsonSchema {
  const { permission = {} } = schema.properties ?? {};
  const known = (permission.enum ?? []).map(String);
  for (const name of Object.keys(permissions)) refuseTaken('permission', name, known, journey);
  const described = Object.entries(permissions).map(([name, { description }]) => `\`${name}\`: ${description}.`);
  return {
    ...schema,
    properties: {
      ...schema.properties,
      permission: {
        ...permission,
        description: [permission.description, ...described].join(' '),
        enum: [...known, ...Object.keys(permissions)],
      },
    },
  };
}

function withGoalMetric(schema: JsonSchema, event: string | undefined): JsonSchema {
  const { goalMetric = {} } = schema.properties ?? {};
  if (event === undefined || goalMetric.default !== undefined) return schema;
  return { ...schema, properties: { ...schema.properties, goalMetric: { ...goalMetric, default: event } } };
}

function withQueries(schema: JsonSchema, queries: readonly string[], journey: string): JsonSchema {
  const known = (schema.enum ?? []).map(String);
  for (const query of queries) refuseTaken('query', query, known, journey);
  return { ...schema, enum: [...known, ...queries] };
}

function withDocuments(
  schema: JsonSchema,
  documents: Readonly<Record<string, JsonSchema>>,
  journey: string,
): JsonSchema {
  const { documents: known = {} } = schema.properties ?? {};
  for (const name of Object.keys(documents))
    refuseTaken('document of the site', name, Object.keys(known.properties ?? {}), journey);
  return {
    ...schema,
    properties: { ...schema.properties, documents: { ...known, properties: { ...known.properties, ...documents } } },
  };
}

function withFacets(schema: JsonSchema, facets: NonNullable<JourneyVocabulary['facets']>, journey: string): JsonSchema {
  const when = schema.$defs?.['when'] ?? {};
  const taken = [...Object.keys(when.properties ?? {}), ...facetsOfBlocks];
  for (const facet of Object.keys(facets)) refuseTaken('facet', facet, taken, journey);
  for (const [facet, { greets, values }] of Object.entries(facets))
    if (greets !== undefined && !values.includes(greets))
      throw new UserError(
        `journeys/${journey}/journey.json: the facet "${facet}" greets with "${greets}", which is not one of its values.`,
      );
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
    throw new UserError(
      `journeys/${journey}/journey.json adds the ${kind} "${name}", which exists already. Choose another name.`,
    );
}
