import { UserError } from '#engine/shared/errors.ts';
import type { JsonSchema } from './schema.ts';

/** Names for documents that a journey adds by its `journey.json`. */
export interface JourneyVocabulary {
  /** Conditions that a block may name in `when`; the first value is the default. */
  readonly facets?: Readonly<Record<string, FacetVocabulary>>;
  readonly guards?: Readonly<Record<string, GuardVocabulary>>;
  /** Conversion that decides experiments without a goal metric; that of the first journey that has one. */
  readonly goalMetric?: string;
  /** Queries of its admin pages. */
  readonly queries?: readonly string[];
  /** Documents that the site document configures for the journey, by name: their schemas. */
  readonly documents?: Readonly<Record<string, JsonSchema>>;
  /** Permissions for its admin pages and for API clients. */
  readonly permissions?: Readonly<Record<string, PermissionVocabulary>>;
  /** Machines whose states are stored in rows, with the transitions that code makes. */
  readonly machines?: Readonly<Record<string, MachineVocabulary>>;
  /** Use case, or form without a use case → its outcomes → the names of their values. */
  readonly useCases?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Conditions that a journey's document may name in `when`. */
  readonly conditions?: Readonly<Record<string, ConditionVocabulary>>;
  /** Use cases that a step of a flow may post to, and the position of that step in the flow. */
  readonly steps?: Readonly<Record<string, 'earlier' | 'last' | 'only'>>;
  /** Use cases that take answers to additional questions of blocks. */
  readonly questions?: readonly string[];
  /** Names of hidden fields in its forms. */
  readonly hiddenFields?: readonly string[];
  /** Settings with the duration of a state. */
  readonly times?: readonly string[];
}

interface FacetVocabulary {
  readonly description: string;
  readonly values: readonly string[];
  /** The value with which the visitor's `name` is set, for blocks with a greeting. */
  readonly greets?: string;
}

interface MachineVocabulary {
  readonly description: string;
  readonly states: readonly string[];
  /** Event → the only state that it can lead to. */
  readonly events: Readonly<Record<string, string>>;
  /** Event that documents cannot forbid, such as an erasure that the law requires → the states in which it may occur. */
  readonly always?: Readonly<Record<string, readonly string[]>>;
}

interface ConditionVocabulary {
  readonly description: string;
  readonly values: readonly string[];
  /** Outcomes after which the condition has a value, such as `register.refused` or, for every use case, `*.refused`; everywhere by default. */
  readonly after?: readonly string[];
  /** Machine states for each value, if they differ from the state with the value's name. */
  readonly states?: Readonly<Record<string, readonly string[]>>;
  /** Outcome → the value that the visitor's session has after this outcome. */
  readonly remembered?: Readonly<Record<string, string>>;
}

interface GuardVocabulary {
  /** Whether rejected visitors are redirected to a page that the journey's document names; by default they see an error page. */
  readonly leads?: boolean;
  /** The machine states whose visitors it admits. */
  readonly lets?: GuardedStates;
  /** Part of a sentence that begins with the guard's name. */
  readonly description: string;
  /** Schemas of the guard's options in documents, by name. */
  readonly options?: Readonly<Record<string, JsonSchema>>;
}

interface PermissionVocabulary {
  /** Part of a sentence that begins with the permission's name. */
  readonly description: string;
  /** Groups of staff users that have it; `admin` has every permission. */
  readonly groups: readonly string[];
}

interface GuardedStates {
  readonly machine: string;
  /** Option of the guard that selects the states. */
  readonly option?: string;
  /** States by the value of the option; without an option, those of `any`. */
  readonly states: Readonly<Record<string, readonly string[]>>;
}

/** Names that a block may use in `facets` in addition to the facets of visitors: the state of its window, and whether a journey can greet. */
export const facetsOfBlocks = ['window', 'greeting'] as const;

const guardId = '/schemas/guard.schema.json';
const blockId = '/schemas/block.schema.json';
const experimentId = '/schemas/experiment.schema.json';
const queryId = '/schemas/admin-query.schema.json';
const siteId = '/schemas/site.schema.json';

/**
 * The shared schemas, extended with the guards, permissions, facets, queries and documents of journeys.
 *
 * @throws when two journeys have a facet, guard, option, permission, query or document of the same name
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
