import { toPascalCase, type JsonSchema } from './schema.ts';

/** A schema with a TypeScript type of its own. */
export interface NamedSchema {
  readonly ref: string;
  readonly name: string;
  readonly schema: JsonSchema;
}

/** All schemas and their `$defs` by the name of their type: the title or, for a definition without one, its key. */
export function nameSchemas(schemas: ReadonlyMap<string, JsonSchema>): readonly NamedSchema[] {
  return [...schemas].flatMap(([id, { $defs = {}, ...schema }]) => {
    const block = /^\/blocks\/(?<type>[^/]+)\.schema\.json$/.exec(id)?.groups?.['type'];
    const prefix = block === undefined ? '' : toPascalCase(block);
    return [
      { ref: id, name: schema.title ?? toPascalCase(id), schema },
      ...Object.entries($defs).map(([key, definition]) => ({
        ref: `${id}#/$defs/${key}`,
        name: prefix === '' ? (definition.title ?? toPascalCase(key)) : `${prefix}${toPascalCase(key)}`,
        schema: definition,
      })),
    ];
  });
}
