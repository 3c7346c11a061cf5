import type { JSONSchema } from 'json-schema-to-typescript';
import { mapSubschemas, type JsonSchema } from './schema.ts';

/** How a `$ref` is written in TypeScript; `undefined` keeps the reference, which is then an error. */
export type TypeOfRef = (ref: string) => string;

/**
 * TypeScript types of named schemas, in the order given, by json-schema-to-typescript.
 * References become names, so every type is written once.
 */
export async function toTypeScript(
  definitions: ReadonlyMap<string, JsonSchema>,
  typeOfRef: TypeOfRef,
): Promise<string> {
  const prepare = (schema: JsonSchema): JsonSchema => {
    if (schema.$ref !== undefined) return reference(typeOfRef(schema.$ref), schema.description);
    const { title: _title, default: _default, ...rest } = mapSubschemas(schema, prepare);
    return rest;
  };
  const root = {
    title: 'Root',
    type: 'object',
    additionalProperties: false,
    $defs: Object.fromEntries([...definitions].map(([name, schema]) => [name, { ...prepare(schema), title: name }])),
  };
  // A check does without it.
  const { compile } = await import('json-schema-to-typescript');
  // The library's type knows draft 4 only and wants to change what it gets.
  const text = await compile(structuredClone(root) as JSONSchema, 'Root', {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    strictIndexSignatures: false,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  return withoutFillers(text);
}

function reference(tsType: string, description: string | undefined): JsonSchema {
  return description === undefined ? { tsType } : { tsType, description };
}

/** json-schema-to-typescript always writes the root and says for every definition which root it belongs to. */
function withoutFillers(text: string): string {
  return text
    .replace(/export interface Root \{\}\n/, '')
    .replaceAll(
      /(?: \*\n)? \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "[^"]*"\.\n/g,
      '',
    )
    .replaceAll(/^\/\*\*\n \*\/\n/gm, '');
}
