import { sha256 } from '#engine/shared/hash.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import type { BaseSource } from './bases.ts';
import { blockId } from './compose.ts';
import type { JsonSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';

const changeId = '/schemas/change.schema.json';
const metaId = '/schemas/meta.schema.json';
const operations = ['set', 'replace', 'insert', 'move', 'remove', 'document'];
const ENVELOPE: ReadonlySet<string> = new Set(['id', 'type', 'blocks', 'fragment']);

/** Schemas by reference, and the names of those that have no file. */
export interface VariantSchemas {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Schemas of `changes` (D2): the operations, the blocks of the base that a variant extends, the props of the block that a change sets, and
 * their values in the base. Blocks that several documents share are described once.
 *
 * @param known Schemas of everything else.
 */
export function buildVariantSchemas(
  source: GeneratorInput,
  known: ReadonlyMap<string, JsonSchema>,
  names: ReadonlyMap<string, string>,
): VariantSchemas {
  const made: Made = {
    schemas: new Map(),
    names: new Map(),
    known,
    knownNames: names,
    texts: source.texts,
    blocks: new Map(),
    sets: new Map(),
  };
  const bases = source.bases.map((base) => [base.id, baseSchema(base, made)] as const);
  const landing = known.get('/schemas/landing.schema.json');
  const variant = landing?.$defs?.['variant'];
  if (landing !== undefined && variant !== undefined) {
    const choices = bases.map(([id, $ref]): JsonSchema => ({
      if: { required: ['extends'], properties: { extends: { const: id } } },
      then: { properties: { changes: { items: { $ref } } } },
    }));
    made.schemas.set('/schemas/landing.schema.json', {
      ...landing,
      $defs: { ...landing.$defs, variant: { ...variant, allOf: [...(variant.allOf ?? []), ...choices] } },
    });
  }
  const change = known.get(changeId);
  if (change !== undefined) made.schemas.set(changeId, withMeta(changeChoice(change), made));
  return made;
}

interface Made {
  readonly schemas: Map<string, JsonSchema>;
  readonly names: Map<string, string>;
  readonly known: ReadonlyMap<string, JsonSchema>;
  /** Names of the schemas in `known`. */
  readonly knownNames: ReadonlyMap<string, string>;
  readonly texts: GeneratorInput['texts'];
  /** Schemas made for each block. */
  readonly blocks: Map<JsonObject, DescribedBlock>;
  /** Schemas of changes that set a block, by its id and its props: blocks of many documents are equal. */
  readonly sets: Map<string, string>;
}

/** Editors explain `if`/`then` better than a union, and propose the operations while none is written. */
function changeChoice({ oneOf: _oneOf, discriminator: _discriminator, ...change }: JsonSchema): JsonSchema {
  const described = operations.map((op) => change.$defs?.[op]?.description ?? '');
  return {
    ...change,
    properties: { op: { description: 'What this change does.', enum: operations, enumDescriptions: described } },
    allOf: operations.map((op) => ({ if: is('op', [op]), then: { $ref: `${changeId}#/$defs/${op}` } })),
  };
}

/** `meta` of a change is merged into that of the base. */
function withMeta(change: JsonSchema, made: Made): JsonSchema {
  const { document } = change.$defs ?? {};
  const { set } = document?.properties ?? {};
  const { meta } = set?.properties ?? {};
  if (document === undefined || meta?.description === undefined) return change;
  const patch: JsonSchema = { description: meta.description, $ref: patchRef(metaId, made) };
  const changed = { ...set, properties: { ...set?.properties, meta: patch } };
  return {
    ...change,
    $defs: { ...change.$defs, document: { ...document, properties: { ...document.properties, set: changed } } },
  };
}

const is = (property: string, values: readonly unknown[]): JsonSchema => ({
  required: [property],
  properties: { [property]: { enum: values } },
});

function define(ref: string, name: string, schema: JsonSchema, { schemas, names }: Made): string {
  schemas.set(ref, schema);
  names.set(ref, name);
  return ref;
}

/** Adds a definition once that several bases may need. */
function share(name: string, schema: JsonSchema, made: Made): string {
  const mark = computeMark(schema);
  return define(`/editor/${name}/${mark}`, `${name}-${mark}`, schema, made);
}

const computeMark = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 12);

function baseSchema({ blocks }: BaseSource, made: Made): string {
  const ids: JsonSchema = {
    description: 'A block of the base, or one that a change before has brought.',
    // `check` knows blocks that earlier changes add.
    anyOf: [{ enum: blocks.map(readId), enumDescriptions: blocks.map((block) => describeOnce(block, made).title) }, {}],
  };
  const $ref = share('BlocksOfBase', ids, made);
  const named: JsonSchema = {
    allOf: [
      { if: is('op', ['set', 'replace', 'remove', 'move']), then: { properties: { block: { $ref } } } },
      { if: is('op', ['insert', 'move']), then: { properties: { before: { $ref }, after: { $ref }, into: { $ref } } } },
    ],
  };
  const sets = blocks.flatMap((block): JsonSchema[] => {
    const { set } = describeOnce(block, made);
    return set === undefined ? [] : [{ $ref: set }];
  });
  return share('ChangeOfBase', { allOf: [{ $ref: share('NamesOfBase', named, made) }, ...sets] }, made);
}

interface DescribedBlock {
  readonly title: string;
  /** Reference to the schema of a change that sets it; `undefined` for a type that does not exist. */
  readonly set: string | undefined;
}

/** Variants share most of their blocks with their base. */
function describeOnce(block: JsonObject, made: Made): DescribedBlock {
  let described = made.blocks.get(block);
  if (described === undefined)
    made.blocks.set(block, (described = { title: chooseTitle(block, made), set: setSchema(block, made) }));
  return described;
}

function setSchema(block: JsonObject, made: Made): string | undefined {
  const props = propsSchema(block, made);
  if (props === undefined) return undefined;
  const key = JSON.stringify([readId(block), props]);
  const known = made.sets.get(key);
  if (known !== undefined) return known;
  const isThis = { allOf: [is('op', ['set']), is('block', [readId(block)])] };
  const set = share('SetOfBlock', { if: isThis, then: { properties: { props: { $ref: props } } } }, made);
  made.sets.set(key, set);
  return set;
}

const readId = (block: JsonObject): string => String(block['id']);

/** A readable title of a block: its type and its first words. */
function chooseTitle(block: JsonObject, { texts }: Made): string {
  const words = Object.values(block).map((value) => (typeof value === 'string' ? texts.get(value) : undefined));
  const first = words.find((text) => text !== undefined);
  const type = String(block['type'] ?? block['fragment']);
  return first === undefined ? type : `${type}: “${first}”`;
}

/** Props of one block, all optional, each with its value in the base; `undefined` for a type that does not exist. */
function propsSchema(block: JsonObject, made: Made): string | undefined {
  const type = String(block['type']);
  const schema = made.known.get(blockId(type));
  if (schema?.properties === undefined) return undefined;
  const { blocks: _blocks, id: _id, area: _area, window: _window, ...props } = block;
  const mark = computeMark(props);
  const ref = `/editor/block/${mark}`;
  if (made.schemas.has(ref)) return ref;
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties)
    .filter(([name]) => !ENVELOPE.has(name))
    .map(([name, property]) => {
      const says = name in props ? saysNow(props[name], made) : 'The base does not say it.';
      const described = { markdownDescription: `${property.description ?? ''}\n\n${says}` };
      const { anyOf } = patchOfProperty(property, required.has(name), made);
      return [name, { ...described, anyOf }] as const;
    });
  return define(
    ref,
    `Props-${type}-${mark}`,
    { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) },
    made,
  );
}

const MAX_LENGTH = 200;

function saysNow(value: unknown, { texts }: Made): string {
  const words = typeof value === 'string' ? texts.get(value) : undefined;
  const written = JSON.stringify(value);
  const cut = written.length > MAX_LENGTH ? `${written.slice(0, MAX_LENGTH - 1)}…` : written;
  return `The base says \`${cut.replaceAll('`', '’')}\`${words === undefined ? '' : `, “${words}”`}.`;
}

/** A schema of a value that is merged into another: all properties are optional, except in arrays, which are replaced as a whole. */
function buildPatchSchema({ required = [], oneOf, anyOf = oneOf, ...schema }: JsonSchema, made: Made): JsonSchema {
  const { properties, allOf } = schema;
  const each = (schemas: readonly JsonSchema[]): readonly JsonSchema[] =>
    schemas.map((inner) => buildPatchSchema(unnamed(inner), made));
  return {
    ...schema,
    ...(schema.$ref !== undefined && { $ref: patchRef(schema.$ref, made) }),
    ...(properties !== undefined && {
      properties: mapValues(properties, (property, name) => patchOfProperty(property, required.includes(name), made)),
    }),
    ...(anyOf !== undefined && { anyOf: each(anyOf) }),
    ...(allOf !== undefined && { allOf: each(allOf) }),
  };
}

/** `null` removes a property (RFC 7396), which is refused for a required one. */
function patchOfProperty(property: JsonSchema, isRequired: boolean, made: Made): JsonSchema {
  const { title, description, markdownDescription } = property;
  const patch = buildPatchSchema(unnamed(property), made);
  return {
    title,
    description,
    markdownDescription,
    anyOf: isRequired ? [patch] : [patch, { type: 'null' }],
  };
}

/** Editors show the innermost description; that of the property is more precise than that of its shape. */
function unnamed({
  title: _title,
  description: _text,
  markdownDescription: _markdown,
  ...schema
}: JsonSchema): JsonSchema {
  return schema;
}

function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

function patchRef(ref: string, made: Made): string {
  const own = `/editor/patch${ref}`;
  if (made.names.has(own)) return own;
  const [file = '', key] = ref.split('#/$defs/');
  const target = key === undefined ? made.known.get(file) : made.known.get(file)?.$defs?.[key];
  define(own, `${made.knownNames.get(ref) ?? ref.replaceAll(/[^A-Za-z]+/g, '')}Patch`, {}, made);
  made.schemas.set(own, buildPatchSchema(unnamed(target ?? {}), made));
  return own;
}
