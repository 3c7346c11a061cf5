import type { JSONSchema } from 'json-schema-to-typescript';
import { mapSubschemas, type JsonSchema } from './schema.ts';

/** TypeScript for a `$ref`; `undefined` keeps the reference, which is then an error. */
export type TypeOfRef = (ref: string) => string;

/**
 * TypeScript types of named schemas, in the given order, by json-schema-to-typescript.
 * References become names, so every type is declared once.
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
  // Imported late, since checks do not need it.
  const { compile } = await import('json-schema-to-typescript');
  // The library's type only knows draft 4, and the library mutates its input.
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

/** Removes the root type and comments that json-schema-to-typescript always writes. */
function withoutFillers(text: string): string {
  return text
    .replace(/export interface Root \{\}\n/, '')
    .replaceAll(
      /(?: \*\n)? \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "[^"]*"\.\n/g,
      '',
    )
    .replaceAll(/^\/\*\*\n \*\/\n/gm, '');
}
