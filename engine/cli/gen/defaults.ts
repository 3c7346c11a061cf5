import { blockId } from './compose.ts';
import type { JsonSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { walkProperties } from './walk-properties.ts';
import { writeLiteral, writeModule } from './write-module.ts';

interface Default {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** `defaults.ts`: the `default`s of the schemas as tables for `engine/shared/defaults.ts`. */
export function generateDefaults(source: GeneratorInput, schemas: ReadonlyMap<string, JsonSchema>): string {
  const landing = schemas.get('/schemas/landing.schema.json')?.$defs?.['whole'] ?? {};
  const page = schemas.get('/schemas/page.schema.json') ?? {};
  const blocks = source.blocks.map(({ name }) => [name, findDefaults(schemas.get(blockId(name)) ?? {}, schemas)]);
  return writeModule(
    `import type { Default } from '#engine/shared/defaults.ts';
import type { BlockType } from './vocabulary.ts';`,
    `/** Defaults of each block's props. */
export const blockDefaults: Readonly<Record<BlockType, readonly Default[]>> = ${writeLiteral(Object.fromEntries(blocks))};`,
    `/** Defaults of whole pages and landings, blocks left out. */
export const documentDefaults: Readonly<Record<'page' | 'landing', readonly Default[]>> = ${writeLiteral({
      page: findDefaults(page, schemas),
      landing: findDefaults(landing, schemas),
    })};`,
    `/** Defaults of each type of field of a form document. */
export const formFieldDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${writeLiteral(fieldDefaults(schemas))};`,
  );
}

/** Types of fields have defaults of their own, which paths alone cannot tell apart. */
function fieldDefaults(schemas: ReadonlyMap<string, JsonSchema>): Readonly<Record<string, unknown>> {
  const definitions = Object.values(schemas.get('/schemas/form.schema.json')?.$defs ?? {});
  const fields = definitions.flatMap(({ properties = {} }) => {
    const { type, label, ...others } = properties;
    if (type === undefined || label === undefined) return [];
    const defaults = Object.entries(others).flatMap(([name, property]) =>
      property.default === undefined ? [] : [[name, property.default] as const],
    );
    return [type.const, ...(type.enum ?? [])].flatMap((value) =>
      value === undefined ? [] : [[String(value), Object.fromEntries(defaults)] as const],
    );
  });
  return Object.fromEntries(fields);
}

/** Defaults in a schema, outer ones first; those of images and meta data are found by following their references. */
export function findDefaults(schema: JsonSchema, schemas: ReadonlyMap<string, JsonSchema>): readonly Default[] {
  return [...walkProperties(schema, schemas)].flatMap(({ path, schema: place }) => {
    const own = place.default === undefined ? [] : [{ path, value: place.default }];
    const shared = schemas.get(place.$ref ?? '');
    if (
      place.$ref?.startsWith('/schemas/') !== true ||
      shared === undefined ||
      place.$ref.startsWith('/schemas/generated/')
    )
      return own;
    return [
      ...own,
      ...findDefaults(shared, schemas).map((inner) => ({ path: [...path, ...inner.path], value: inner.value })),
    ];
  });
}
