import { blockId } from './compose.ts';
import type { JsonSchema } from './schema.ts';
import type { Source } from './source.ts';
import { walkProperties } from './walk-properties.ts';
import { literal, writeModule } from './write-module.ts';

interface Default {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** `defaults.ts`: what `default` in the schemas says, as tables for `engine/base/defaults.ts`. */
export function generateDefaults(source: Source, schemas: ReadonlyMap<string, JsonSchema>): string {
  const landing = schemas.get('/schemas/landing.schema.json')?.$defs?.['whole'] ?? {};
  const page = schemas.get('/schemas/page.schema.json') ?? {};
  const blocks = source.blocks.map(({ name }) => [name, findDefaults(schemas.get(blockId(name)) ?? {}, schemas)]);
  return writeModule(
    `import type { Default } from '#engine/base/defaults.ts';
import type { BlockType } from './vocabulary.ts';`,
    `/** Defaults of each block's props. */
export const blockDefaults: Readonly<Record<BlockType, readonly Default[]>> = ${literal(Object.fromEntries(blocks))};`,
    `/** Defaults of whole pages and landings, blocks left out. */
export const documentDefaults: Readonly<Record<'page' | 'landing', readonly Default[]>> = ${literal({
      page: findDefaults(page, schemas),
      landing: findDefaults(landing, schemas),
    })};`,
  );
}

/** Defaults below a schema, outer ones first; those of pictures and meta data are found behind their references. */
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
