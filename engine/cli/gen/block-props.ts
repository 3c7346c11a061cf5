import { UserError } from '#engine/shared/errors.ts';
import { mapSubschemas, toPascalCase, type JsonSchema } from './schema.ts';
import type { BlockSource, GeneratorInput } from './source.ts';
import { nameSchemas } from './name-schemas.ts';
import { toTypeScript } from './typescript.ts';
import { writeUnion, writeModule } from './write-module.ts';
import { blockId, buildEnvelopeSchemas } from './compose.ts';

const boundTypes: Readonly<Record<string, string>> = {
  '/schemas/text.schema.json': 'LocalizedText',
  '/schemas/target.schema.json': 'BoundTarget',
  '/schemas/link.schema.json': 'BoundLink',
  '/schemas/image.schema.json': 'BoundImage',
  '/schemas/video-file.schema.json': 'BoundVideo',
};

/** `block-props.ts`: types of the props that components receive: defaults filled in, and texts, targets and images bound. */
export async function generateBlockProps(
  source: GeneratorInput,
  schemas: ReadonlyMap<string, JsonSchema>,
): Promise<string> {
  const shared = new Map(nameSchemas(schemas).map(({ ref, name }) => [ref, name]));
  const used = new Set<string>();
  const typeOfRef = (ref: string): string => {
    if (ref.startsWith('/blocks/')) return `Bound${shared.get(ref) ?? ''}`;
    const bound = boundTypes[ref];
    const name = bound ?? shared.get(ref);
    if (name === undefined) throw new UserError(`No schema has the id "${ref}".`);
    if (bound === undefined) used.add(name);
    return name;
  };
  const own = new Set([...Object.keys(buildEnvelopeSchemas(source)), 'blocks']);
  const definitions = source.blocks.flatMap((block): [string, JsonSchema][] => {
    const schema = schemas.get(blockId(block.name)) ?? {};
    return [
      [`${block.pascal}Props`, defaultsRequired(withoutProperties(schema, own))],
      ...Object.entries(schema.$defs ?? {}).map(([key, definition]): [string, JsonSchema] => [
        `Bound${block.pascal}${toPascalCase(key)}`,
        defaultsRequired(definition),
      ]),
    ];
  });
  const types = await toTypeScript(new Map(definitions), typeOfRef);
  const blocks = new Map(source.blocks.map((block) => [`${block.pascal}Props`, block]));
  const props = types.replaceAll(
    /^export interface (\w+Props) \{/gm,
    (_, name: string) => `export interface ${name} extends ${writeBase(blocks.get(name))} {`,
  );
  const documentTypes = [...used].toSorted();
  const kitTypes = ['BlockBaseProps', 'SlottedProps', ...Object.values(boundTypes)]
    .filter((name) => new RegExp(`\\b${name}\\b`).test(props))
    .toSorted();
  return writeModule(
    [
      kitTypes.length > 0 ? `import type { ${kitTypes.join(', ')} } from '#engine/block-kit/types.ts';` : '',
      documentTypes.length > 0 ? `import type { ${documentTypes.join(', ')} } from './documents.ts';` : '',
    ].join('\n'),
    props,
    ...source.layouts.map(
      ({ name, pascal, schema }) =>
        `/** Areas of the layout \`${name}\`. */\nexport type ${pascal}Area = ${writeUnion(Object.keys(schema.areas ?? {}))};`,
    ),
    `/** Area names by layout. */
export interface LayoutAreas {
${source.layouts.map(({ name, pascal }) => `  '${name}': ${pascal}Area;`).join('\n')}
}`,
  );
}

function writeBase(block: BlockSource | undefined): string {
  const slots = Object.keys(block?.schema.slots ?? {});
  const base = `BlockBaseProps<${writeUnion(block?.stringKeys ?? [])}>`;
  return slots.length === 0 ? base : `${base}, SlottedProps<${writeUnion(slots)}>`;
}

function withoutProperties({ $defs: _defs, ...schema }: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  return {
    ...schema,
    required: (schema.required ?? []).filter((name) => !names.has(name)),
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.has(name))),
  };
}

/** Resolving fills in defaults, so a component always receives these properties. */
function defaultsRequired(schema: JsonSchema): JsonSchema {
  const copy = mapSubschemas(schema, defaultsRequired);
  if (copy.properties === undefined) return copy;
  const withDefault = Object.entries(copy.properties).filter(([, property]) => property.default !== undefined);
  return { ...copy, required: [...new Set([...(copy.required ?? []), ...withDefault.map(([name]) => name)])] };
}
