import { listInnerTypes, readSlots } from './children.ts';
import { anyBlockId, blockId, blockOrFragmentId, listDocumentBlockTypes, buildEnumSchema } from './compose.ts';
import { withClaims, wordsId, buildTextSchema } from './editor-claims.ts';
import { listLinkableDocuments, listShownDocuments } from './editor-documents.ts';
import { editorFolder } from './editor-folder.ts';
import { buildExperimentSchemas } from './editor-experiments.ts';
import { shortenUnions } from './shorten-unions.ts';
import type { SchemaProperties } from './editor-proposals.ts';
import { buildLandingSnippets, buildNameSchemas, textsId, buildTextsSchema } from './editor-names.ts';
import { buildVariantSchemas } from './editor-variants.ts';
import { withZones } from './editor-zones.ts';
import { mapSubschemas, type JsonSchema, type Snippet } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { nameSchemas } from './name-schemas.ts';
import { toValidationSchema } from './validation-schema.ts';
import { generatedBy } from './write-module.ts';

const kinds = ['site', 'brand', 'page', 'landing', 'fragment', 'experiment', 'journey', 'form', 'texts'] as const;
type EditorKind = (typeof kinds)[number];

/** Kinds whose schemas depend on what blocks of landings hold; the others hold names only. */
export const kindsWithValues: readonly EditorKind[] = ['landing'];

/**
 * `editor/<kind>.schema.json`, which `$schema` in documents refers to: one self-contained file per kind, with all existing names as proposals.
 * Unions become `if`/`then`, because editors do not support discriminated unions.
 *
 * @param generated kinds to generate
 */
export function generateEditorSchemas(
  source: GeneratorInput,
  schemas: ReadonlyMap<string, JsonSchema>,
  generated: readonly EditorKind[] = kinds,
): readonly (readonly [string, string])[] {
  const all = withNames(source, schemas);
  const names = new Map(nameSchemas(all).map(({ ref, name }) => [ref, name]));
  const variants = buildVariantSchemas(source, all, names);
  const known = new Map([...all, ...variants.schemas]);
  const allNames = new Map([...names, ...variants.names]);
  return generated.map((kind) => {
    const id = `/schemas/${kind}.schema.json`;
    const { root, definitions } = collect(id, known, allNames);
    const { $id: _id, $defs: _defs, ...rest } = root;
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...withLayoutAreas(rest, source, kind),
      definitions,
    };
    return [
      `${editorFolder}${kind}.schema.json`,
      `{ "$comment": ${JSON.stringify(generatedBy)},\n${JSON.stringify(schema).slice(1)}\n`,
    ] as const;
  });
}

/** All schemas with existing names instead of patterns. */
function withNames(source: GeneratorInput, schemas: ReadonlyMap<string, JsonSchema>): ReadonlyMap<string, JsonSchema> {
  const linkable = listLinkableDocuments(source);
  const documents = (folder: string): JsonSchema =>
    buildEnumSchema(source.documents.filter((id) => id.startsWith(`${folder}/`)));
  const replaced: Readonly<Record<string, (schema: JsonSchema) => JsonSchema>> = {
    // Editors propose values of both shapes only while neither is chosen.
    '/schemas/text.schema.json': ({ oneOf, ...schema }) => ({
      ...schema,
      $defs: {
        key: textKeys(schema.$defs?.['key'], source),
        inline: { ...schema.$defs?.['inline'], additionalProperties: true },
      },
      // Outside of the two shapes, so that texts are proposed while languages are missing.
      properties: Object.fromEntries(source.languages.map((language) => [language, { $ref: wordsId }])),
      anyOf: oneOf,
      defaultSnippets: [inlineTextSnippet(source.languages)],
    }),
    [targetId]: (schema) => targets(schema, [...linkable, ...source.links.map((name) => `link:${name}`)]),
    // A named link leads to the target that it finally resolves to.
    [lastTargetId]: (schema) => targets(schema, linkable),
    '/schemas/image.schema.json': (schema) => withProperties(schema, { src: buildEnumSchema(source.images) }),
    '/schemas/video-file.schema.json': (schema) => withProperties(schema, { src: buildEnumSchema(source.videos) }),
    '/schemas/fragment-use.schema.json': (schema) => withProperties(schema, { fragment: documents('fragments') }),
    '/schemas/site.schema.json': (schema) => {
      const references = schema.properties?.['documents'];
      const names = Object.keys(references?.properties ?? {});
      const all = names.map(
        (name) =>
          [name, name === 'start' ? documents('landings') : buildEnumSchema(listShownDocuments(source))] as const,
      );
      const named: SchemaProperties =
        references === undefined ? {} : { documents: withProperties(references, Object.fromEntries(all)) };
      return withLastTargets(withClaims({ ...schema, properties: { ...schema.properties, ...named } }, source));
    },
    '/schemas/window.schema.json': (schema) => ({
      ...schema,
      $defs: { ...schema.$defs, zone: withZones(schema.$defs?.['zone'] ?? {}) },
    }),
    '/schemas/landing.schema.json': (schema) => {
      const variant = schema.$defs?.['variant'];
      return variant === undefined
        ? schema
        : {
            ...schema,
            properties: { extends: documents('landings') },
            defaultSnippets: buildLandingSnippets(source),
            $defs: {
              ...schema.$defs,
              whole: withProperties(schema.$defs?.['whole'] ?? {}, { brand: documents('brands') }),
              variant: withProperties(variant, { extends: documents('landings') }),
            },
          };
    },
    '/schemas/page.schema.json': (schema) => withProperties(schema, { brand: documents('brands') }),
    ...buildNameSchemas(source),
    ...Object.fromEntries(
      source.blocks.map(({ name }) => [blockId(name), (schema: JsonSchema) => withInnerChoice(schema, name, source)]),
    ),
    [anyBlockId]: (schema) => ({
      title: 'AnyBlock',
      description: schema.description ?? '',
      ...blockChoice(listDocumentBlockTypes(source), source),
    }),
    [blockOrFragmentId]: (schema) => ({
      ...schema,
      type: 'object',
      properties: { id: {}, type: typeNames(listDocumentBlockTypes(source), source), fragment: documents('fragments') },
      defaultSnippets: snippets(source),
    }),
  };
  const own = [
    [textsId, buildTextsSchema(source)] as const,
    [wordsId, buildTextSchema(source)] as const,
    [lastTargetId, { ...schemas.get(targetId), title: 'LastTarget' }] as const,
    ...buildExperimentSchemas(source),
  ];
  const known = new Map([...schemas, ...own]);
  return new Map(
    [...known].map(([id, schema]) => [id, toValidationSchema((replaced[id] ?? ((same) => same))(schema), known)]),
  );
}

function withProperties(schema: JsonSchema, properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const merged = Object.entries(properties).map(([name, property]) => [
    name,
    mergeNames(schema.properties?.[name], property),
  ]);
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(merged) } };
}

/** Every key with its text in the source language. */
function textKeys(schema: JsonSchema | undefined, { textKeys: keys, texts }: GeneratorInput): JsonSchema {
  const named = mergeNames(schema, buildEnumSchema(keys));
  const errorMessage = 'No file of texts has this key.';
  return keys.length === 0
    ? named
    : { ...named, enumDescriptions: keys.map((key) => texts.get(key) ?? ''), errorMessage };
}

const targetId = '/schemas/target.schema.json';
/** `$id` of the targets of named links, which only editors use. */
const lastTargetId = '/schemas/last-target.schema.json';

/** Targets of a link: one of these, a part of a page, or another site. */
function targets({ minLength: _minLength, ...schema }: JsonSchema, names: readonly string[]): JsonSchema {
  return { ...schema, anyOf: [{ enum: names }, { pattern: '^(?:#|https:|mailto:|tel:)|[?#]' }] };
}

function withLastTargets(schema: JsonSchema): JsonSchema {
  const copy = mapSubschemas(schema, withLastTargets);
  return copy.$ref === targetId ? { ...copy, $ref: lastTargetId } : copy;
}

/** Replaces a pattern with the names that match it; without names the pattern is more precise. */
function mergeNames(schema: JsonSchema | undefined, values: JsonSchema): JsonSchema {
  if (values.enum === undefined) return schema ?? {};
  const { pattern: _pattern, ...rest } = schema ?? {};
  return { ...rest, ...values };
}

function typeNames(types: readonly string[], source: GeneratorInput): JsonSchema {
  const description = (type: string): string =>
    source.blocks.find((block) => block.name === type)?.schema.description ?? '';
  return { description: 'Which block to render.', ...buildEnumSchema(types), enumDescriptions: types.map(description) };
}

function blockChoice(types: readonly string[], source: GeneratorInput): JsonSchema {
  return {
    type: 'object',
    required: ['type'],
    properties: { type: typeNames(types, source) },
    allOf: types.map((type) => ({
      if: { required: ['type'], properties: { type: { const: type } } },
      then: { $ref: blockId(type) },
    })),
  };
}

/** Blocks inside a block: its children, and its slots with theirs. */
function withInnerChoice(schema: JsonSchema, name: string, source: GeneratorInput): JsonSchema {
  const types = listInnerTypes(name, source);
  const slots = Object.entries(readSlots(name, source));
  const { blocks } = schema.properties ?? {};
  if (blocks === undefined) return schema;
  const slot: JsonSchema = {
    enum: slots.map(([each]) => each),
    enumDescriptions: slots.map(([, { description = '' }]) => description),
  };
  const items: JsonSchema = {
    oneOf: [blockChoice(types, source), { $ref: '/schemas/fragment-use.schema.json' }],
    type: 'object',
    properties: { id: {}, type: typeNames(types, source), fragment: {}, ...(slots.length > 0 && { slot }) },
    allOf: slots
      .filter(([, { types: own }]) => own.length < types.length)
      .map(([each, { types: own }]) => ({
        if: { required: ['slot', 'type'], properties: { slot: { const: each }, type: { enum: types } } },
        then: { properties: { type: { enum: own } } },
      })),
  };
  return { ...schema, properties: { ...schema.properties, blocks: { ...blocks, items } } };
}

const inlineTextSnippet = (languages: readonly string[]): Snippet => ({
  label: 'Text in all languages',
  description: 'The text itself, for words that are used in one place only.',
  body: Object.fromEntries(languages.map((language, index) => [language, `$${index + 1}`])),
});

function snippets(source: GeneratorInput): readonly Snippet[] {
  return source.blocks
    .filter((block) => !block.name.startsWith('_'))
    .flatMap(({ name, schema, examples }) =>
      examples.map((example) => ({
        label: `${name}: ${example.name}`,
        description: schema.description ?? '',
        body: example.block,
      })),
    );
}

/** Proposes the areas of the document's layout. */
function withLayoutAreas(schema: JsonSchema, source: GeneratorInput, kind: string): JsonSchema {
  const layouts = source.layouts.filter((layout) => layout.schema.kinds?.some((allowed) => allowed === kind));
  if (layouts.length === 0) return schema;
  const choices = layouts.map(({ name, schema: { areas = {} } }): JsonSchema => {
    const area = {
      enum: Object.keys(areas),
      enumDescriptions: Object.values(areas).map(({ description }) => description),
    };
    return {
      if: { required: ['layout'], properties: { layout: { const: name } } },
      then: { properties: { blocks: { items: { properties: { area } } } } },
    };
  });
  return { ...schema, allOf: [...(schema.allOf ?? []), ...choices] };
}

/** Everything that one schema reaches, with references rewritten to definitions in the same file. */
function collect(
  id: string,
  schemas: ReadonlyMap<string, JsonSchema>,
  names: ReadonlyMap<string, string>,
): { readonly root: JsonSchema; readonly definitions: Readonly<Record<string, JsonSchema>> } {
  const definitions = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema): JsonSchema => {
    const { $ref, $id: _id, $defs: _defs, tsType: _tsType, ...rest } = schema;
    const copy = shortenUnions(mapSubschemas(withMarkdown(rest), visit));
    if ($ref === undefined) return copy;
    // On hover, editors show the description of a definition, never the one next to the reference.
    const target = find($ref);
    if (copy.description !== undefined && isSmall(target)) {
      const { markdownDescription: _ofTarget, ...whole } = visit(target);
      return { ...whole, ...copy };
    }
    return { ...copy, $ref: `#/definitions/${define($ref)}` };
  };
  const find = (ref: string): JsonSchema => {
    const [file = '', key] = ref.split('#/$defs/');
    return schemas.get(ref) ?? (key === undefined ? schemas.get(file) : schemas.get(file)?.$defs?.[key]) ?? {};
  };
  const define = (ref: string): string => {
    const name = names.get(ref) ?? ref;
    if (definitions.has(name)) return name;
    definitions.set(name, {});
    definitions.set(name, visit(find(ref)));
    return name;
  };
  const root = visit(schemas.get(id) ?? {});
  const sorted = [...definitions].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { root, definitions: Object.fromEntries(sorted) };
}

/** Cached, since hundreds of places refer to the same definition, and serializing a large one is slow. */
const smallness = new WeakMap<JsonSchema, boolean>();

/** Whether a definition is small enough to be inlined at each of its places. */
function isSmall(schema: JsonSchema): boolean {
  let known = smallness.get(schema);
  if (known === undefined) {
    const text = JSON.stringify(schema);
    known = text.length < 1_500 && !text.includes('"$ref"');
    smallness.set(schema, known);
  }
  return known;
}

/** Editors print `description` as plain text; code in backticks needs `markdownDescription`. */
function withMarkdown(schema: JsonSchema): JsonSchema {
  return schema.description?.includes('`') === true ? { ...schema, markdownDescription: schema.description } : schema;
}
