import type { JsonSchema } from './schema.ts';

/** One property of a schema at `path`: `[]` is every item of an array, `*` every key of a map. */
export interface FoundProperty {
  readonly path: readonly string[];
  /** The schema at this place: `$ref` is not followed, its siblings are annotations of this place. */
  readonly schema: JsonSchema;
}

/** Every property, item and map value in a schema, outer ones first; does not follow references to shared schemas. */
export function* walkProperties(
  schema: JsonSchema,
  schemas: ReadonlyMap<string, JsonSchema>,
  path: readonly string[] = [],
): Generator<FoundProperty> {
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* place(property, [...path, name], schemas);
  if (schema.items) yield* place(schema.items, [...path, '[]'], schemas);
  if (typeof schema.additionalProperties === 'object')
    yield* place(schema.additionalProperties, [...path, '*'], schemas);
}

function* place(
  schema: JsonSchema,
  path: readonly string[],
  schemas: ReadonlyMap<string, JsonSchema>,
): Generator<FoundProperty> {
  yield { path, schema };
  const local = localDefinition(schema, schemas);
  for (const branch of [schema, ...(local ? [local] : [])]) {
    yield* walkProperties(branch, schemas, path);
    for (const option of branch.oneOf ?? []) yield* place(option, path, schemas);
  }
}

const WITH_PARTS: ReadonlySet<string> = new Set(['/schemas/form.schema.json', '/schemas/site.schema.json']);

/** `$defs` of a block, a form or the site are part of it; shared schemas and other blocks are not. */
function localDefinition({ $ref }: JsonSchema, schemas: ReadonlyMap<string, JsonSchema>): JsonSchema | undefined {
  const [id = '', pointer = ''] = $ref?.split('#/$defs/') ?? [];
  return (id.startsWith('/blocks/') || WITH_PARTS.has(id)) && pointer !== ''
    ? schemas.get(id)?.$defs?.[pointer]
    : undefined;
}
