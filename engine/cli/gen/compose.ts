import { listInnerTypes } from './children.ts';
import { withAbsoluteRefs, type JsonSchema } from './schema.ts';
import type { BlockSource, GeneratorInput } from './source.ts';

/** `$id`s of schemas that are composed of all blocks; shared schemas refer to them. */
export const anyBlockId = '/schemas/generated/any-block.schema.json';
export const blockOrFragmentId = '/schemas/generated/block-or-fragment.schema.json';
const layoutId = (kind: 'page' | 'landing'): string => `/schemas/generated/${kind}-layout.schema.json`;
export const blockId = (type: string): string => `/blocks/${type}.schema.json`;

/**
 * All schemas by `$id`, references absolute: shared ones as written, blocks with their envelope, and the unions of blocks and layouts.
 */
export function composeSchemas(source: GeneratorInput): ReadonlyMap<string, JsonSchema> {
  const schemas = [
    ...source.shared.values(),
    ...source.blocks.map((block) => composeBlock(block, source)),
    anyBlock(source),
    blockOrFragment(),
    layoutNames(source, 'page'),
    layoutNames(source, 'landing'),
  ];
  return new Map(schemas.map((schema) => [schema.$id ?? '', withAbsoluteRefs(schema, schema.$id ?? '')]));
}

/** Properties that every block has in addition to its own, from `schemas/block.schema.json`. */
export function buildEnvelopeSchemas(source: GeneratorInput): Readonly<Record<string, JsonSchema>> {
  return source.shared.get('/schemas/block.schema.json')?.properties ?? {};
}

function composeBlock(block: BlockSource, source: GeneratorInput): JsonSchema {
  const { name, schema } = block;
  const inner = listInnerTypes(name, source);
  return {
    ...schema,
    $id: blockId(name),
    title: `${block.pascal}Block`,
    type: 'object',
    additionalProperties: false,
    required: ['id', 'type', ...(schema.required ?? [])],
    properties: {
      ...buildEnvelopeSchemas(source),
      type: { description: schema.description ?? '', type: 'string', const: name },
      ...schema.properties,
      ...(inner.length > 0 && {
        blocks: {
          description: `Blocks inside: ${inner.join(', ')}; or uses of fragments.`,
          type: 'array',
          items: { oneOf: [union(inner), { $ref: '/schemas/fragment-use.schema.json' }] },
        },
      }),
    },
  };
}

/** A plain union of block types: `type` selects one, so that one mistake gives one error. */
function union(types: readonly string[]): JsonSchema {
  if (types.length === 0) return { not: {}, tsType: 'never' };
  return {
    type: 'object',
    discriminator: { propertyName: 'type' },
    oneOf: types.map((type) => ({ $ref: blockId(type) })),
  };
}

/** Types that a document may contain directly; those with a leading underscore are only valid inside their parent. */
export function listDocumentBlockTypes(source: GeneratorInput): readonly string[] {
  return source.blocks.map((block) => block.name).filter((name) => !name.startsWith('_'));
}

function anyBlock(source: GeneratorInput): JsonSchema {
  return {
    $id: anyBlockId,
    title: 'AnyBlock',
    description: 'Any block that may be in a document.',
    ...union(listDocumentBlockTypes(source)),
  };
}

function blockOrFragment(): JsonSchema {
  return {
    $id: blockOrFragmentId,
    title: 'BlockOrFragment',
    description: 'A block, or the use of a fragment.',
    oneOf: [{ $ref: anyBlockId }, { $ref: '/schemas/fragment-use.schema.json' }],
  };
}

function layoutNames(source: GeneratorInput, kind: 'page' | 'landing'): JsonSchema {
  const layouts = source.layouts.filter((layout) => layout.schema.kinds?.includes(kind));
  return {
    $id: layoutId(kind),
    title: kind === 'page' ? 'PageLayout' : 'LandingLayout',
    description: kind === 'page' ? 'A layout for pages.' : 'A layout for landings.',
    ...buildEnumSchema(layouts.map((layout) => layout.name)),
    enumDescriptions: layouts.map((layout) => layout.schema.description ?? ''),
  };
}

/** An enum of names. JSON Schema has no empty `enum`, so without names nothing is allowed. */
export function buildEnumSchema(names: readonly string[]): JsonSchema {
  return names.length === 0 ? { not: {}, tsType: 'never' } : { type: 'string', enum: names };
}
