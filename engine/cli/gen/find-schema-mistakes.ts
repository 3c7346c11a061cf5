import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { findOffset, locateOffset } from '#engine/documents/locate.ts';
import { compareFindings } from '#engine/documents/finding-draft.ts';
import { formatPath, type Path } from '#engine/documents/source-location.ts';
import { parseSource, type Source } from '#engine/documents/source.ts';
import { UserError } from '#engine/shared/errors.ts';
import { composeSchemas, buildEnvelopeSchemas } from './compose.ts';
import { findAnnotationMistakes } from './find-annotation-mistakes.ts';
import { findKeywordMistakes } from './find-keyword-mistakes.ts';
import { findNameMistakes } from './find-name-mistakes.ts';
import { findValueMistakes } from './find-value-mistakes.ts';
import type { BlockSchemaFinding } from './block-schema-finding.ts';
import { annotations, type JsonSchema, keywords, withAbsoluteRefs } from './schema.ts';
import type { BlockSource, GeneratorInput } from './source.ts';
import { toValidationSchema } from './validation-schema.ts';

/**
 * Mistakes in the schemas and folders of blocks and layouts, sorted by file and position.
 *
 * @param missing Severity of a missing component or stylesheet: a warning while a block is being written, an error in a build.
 */
export function findSchemaMistakes(
  source: GeneratorInput,
  missing: Finding['severity'] = 'warning',
): readonly Finding[] {
  const unreadable = findUnreadableFolders(source);
  const isRead = ({ folder }: BlockSource): boolean => !unreadable.has(folder);
  const [blocksRead, layoutsRead] = [source.blocks.filter(isRead), source.layouts.filter(isRead)];
  const schemas = composeSchemas({ ...source, blocks: blocksRead, layouts: layoutsRead });
  const blocks = blocksRead.flatMap((block) =>
    toFindings(block, [
      ...common(block, source, toSchemaId(block)),
      ...unionMistakes(block, schemas),
      ...checkBlock(block, source, missing),
    ]),
  );
  const layouts = layoutsRead.flatMap((layout) =>
    toFindings(layout, [
      ...common(layout, source, `/blocks/layouts/${layout.name}.schema.json`),
      ...checkLayout(layout, missing),
    ]),
  );
  return [...blocks, ...layouts, ...[...unreadable.values()].flat()].toSorted(compareFindings);
}

/** Folders of blocks and layouts whose schema cannot be read, with the finding; they get no other findings. */
export function findUnreadableFolders({ blocks, layouts }: GeneratorInput): ReadonlyMap<string, readonly Finding[]> {
  const found = [...blocks, ...layouts].map(
    (block) => [block.folder, toFindings(block, findKeywordMistakes(block.schema))] as const,
  );
  return new Map(found.filter(([, own]) => own.length > 0));
}

function toSchemaId({ name }: BlockSource): string {
  return `/blocks/${name}.schema.json`;
}

function toFindings(block: BlockSource, found: readonly BlockSchemaFinding[]): readonly Finding[] {
  const text = parseSource(block.schemaFile, block.schemaText);
  const [problem] = text.problems;
  if (block.schemaText !== '' && problem !== undefined) {
    const { line, column } = locateOffset(text.text, problem.offset);
    return [
      {
        rule: 'schema-syntax',
        severity: 'error',
        file: block.schemaFile,
        line,
        column,
        path: '',
        message: problem.message,
      },
    ];
  }
  return withoutMisspelled(found).map((finding) => toFinding(text, finding));
}

/** A file that is missing and has a misspelled counterpart is one mistake. */
function withoutMisspelled(found: readonly BlockSchemaFinding[]): readonly BlockSchemaFinding[] {
  const misspelled = new Set(
    found.flatMap(({ rule, path, suggestion }) =>
      rule === 'schema-keyword' && suggestion !== undefined ? [formatPath([...path.slice(0, -1), suggestion])] : [],
    ),
  );
  return found.filter(({ lacks }) => lacks === undefined || !misspelled.has(formatPath(lacks)));
}

function toFinding(
  text: Source,
  { path, at = 'value', suggestion, severity = 'error', lacks: _lacks, ...finding }: BlockSchemaFinding,
): Finding {
  const { line, column } = locateOffset(text.text, findOffset(text, { file: text.file, path, at }));
  return {
    severity,
    file: text.file,
    line,
    column,
    path: formatPath(path),
    ...finding,
    suggestion,
  };
}

function common(block: BlockSource, source: GeneratorInput, id: string): readonly BlockSchemaFinding[] {
  const { schema } = block;
  return [...findNameMistakes(block, id), ...walk(schema, [], source, schema.$defs)];
}

const textId = '/schemas/text.schema.json';

/** Unions for which validation cannot tell which shape was meant. */
function unionMistakes(block: BlockSource, schemas: ReadonlyMap<string, JsonSchema>): readonly BlockSchemaFinding[] {
  const visit = (schema: JsonSchema, path: Path): readonly BlockSchemaFinding[] => {
    const message = whyUnclear(schema, schemas);
    return [
      ...(message === undefined
        ? []
        : [{ rule: 'schema-union', path: [...path, 'oneOf'], at: 'key' as const, message }]),
      ...children(schema).flatMap(([step, child]) => visit(child, [...path, ...step])),
    ];
  };
  return visit(withAbsoluteRefs(block.schema, toSchemaId(block)), []);
}

function whyUnclear(
  { oneOf, discriminator, title }: JsonSchema,
  schemas: ReadonlyMap<string, JsonSchema>,
): string | undefined {
  if (oneOf === undefined || discriminator !== undefined) return undefined;
  if (oneOf.some(({ $ref }) => $ref === textId))
    return 'A text is a key, or an object with every language, so nothing distinguishes it from another shape. Give the text a property of its own beside the other one.';
  const refs = oneOf.flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]));
  // A broken reference is reported elsewhere.
  if (refs.some((ref) => !exists(ref, schemas))) return undefined;
  try {
    toValidationSchema({ title: title ?? 'oneOf', oneOf }, schemas);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

function exists(ref: string, schemas: ReadonlyMap<string, JsonSchema>): boolean {
  const [id = '', name] = ref.split('#/$defs/');
  const file = schemas.get(id);
  return (name === undefined ? file : file?.$defs?.[name]) !== undefined;
}

/** JSON Schema keywords that generated types, validators and editors do not support, with their replacements. */
const notCarried: Readonly<Record<string, string>> = {
  anyOf: 'Write "oneOf" with two shapes of which each has something of its own, or two properties.',
  allOf: 'Write the properties of all shapes into one.',
  not: 'Say what is allowed.',
  if: 'Write "oneOf" with two shapes, or two properties.',
  then: 'Write "oneOf" with two shapes, or two properties.',
  else: 'Write "oneOf" with two shapes, or two properties.',
  patternProperties: 'Write "additionalProperties" with "propertyNames".',
  prefixItems: 'Write an object with a property for each place.',
  contains: 'Say with "items" what every item is.',
  dependentSchemas: 'Write "dependentRequired", or "oneOf" with two shapes.',
  unevaluatedProperties: 'Write "additionalProperties": false.',
};

function keywordMessage(keyword: string): string {
  const instead = notCarried[keyword];
  return instead === undefined
    ? `"${keyword}" is neither a keyword of JSON Schema nor an annotation of this project (${annotations.join(', ')}). Remove it.`
    : `"${keyword}" is a keyword of JSON Schema from which no types, checks and editor help are made here. ${instead}`;
}

/** Findings of every sub-schema: missing descriptions, open objects, unknown keywords, broken references. */
function walk(
  schema: JsonSchema,
  path: Path,
  source: GeneratorInput,
  own: JsonSchema['$defs'],
): readonly BlockSchemaFinding[] {
  const isProperty = path.at(-2) === 'properties';
  return [
    ...((schema.description ?? '').trim() === '' && (path.length === 0 || isProperty)
      ? [
          {
            rule: 'schema-description',
            path,
            lacks: [...path, 'description'],
            at: 'key' as const,
            message:
              'A description is missing. Say in one sentence what it is for; editors and docs/documents.md show it.',
          },
        ]
      : []),
    ...(schema.properties !== undefined && schema.areas !== undefined
      ? [
          {
            rule: 'schema-annotation',
            path: [...path, 'properties'],
            at: 'key' as const,
            message: 'A layout has areas, and no properties: documents name it alone. Take "properties" out.',
          },
        ]
      : []),
    ...(schema.properties !== undefined && schema.areas === undefined && (schema.additionalProperties ?? true) === true
      ? [
          {
            rule: 'schema-open-object',
            path: schema.additionalProperties === undefined ? path : [...path, 'additionalProperties'],
            lacks: [...path, 'additionalProperties'],
            message:
              'This object takes any property, so a misspelled one would pass. Write "additionalProperties": false.',
          },
        ]
      : []),
    ...Object.keys(schema)
      .filter((keyword) => !keywords.has(keyword))
      .map((keyword) => ({
        rule: 'schema-keyword',
        path: [...path, keyword],
        at: 'key' as const,
        message: keywordMessage(keyword),
        suggestion: notCarried[keyword] === undefined ? suggestName(keyword, keywords) : undefined,
      })),
    ...findValueMistakes(schema, path),
    ...findUnknownReference(schema, path, { source, own }),
    ...(schema.required ?? [])
      .map((name, index) => ({ name, index }))
      .filter(({ name }) => schema.properties !== undefined && schema.properties[name] === undefined)
      .map(({ name, index }) => ({
        rule: 'schema-reference',
        path: [...path, 'required', index],
        message: `"required" names "${name}", which is not among the properties.`,
        suggestion: suggestName(name, Object.keys(schema.properties ?? {})),
      })),
    ...children(schema).flatMap(([step, child]) => walk(child, [...path, ...step], source, own)),
  ];
}

interface Definitions {
  readonly source: GeneratorInput;
  /** `$defs` of the schema itself. */
  readonly own: JsonSchema['$defs'];
}

function findUnknownReference(
  { $ref }: JsonSchema,
  path: Path,
  { source, own }: Definitions,
): readonly BlockSchemaFinding[] {
  if ($ref === undefined) return [];
  const [id = '', name] = $ref.split('#/$defs/');
  const shared = source.shared.get(id.replace(/#$/, ''));
  if (id !== '' && shared === undefined)
    return [
      {
        rule: 'schema-reference',
        path: [...path, '$ref'],
        message: `"$ref" names "${$ref}", and there is no such shared schema under schemas/.`,
        suggestion: suggestName(id, source.shared.keys()),
      },
    ];
  const names = Object.keys((id === '' ? own : shared?.$defs) ?? {});
  if (name === undefined || names.includes(name)) return [];
  return [
    {
      rule: 'schema-reference',
      path: [...path, '$ref'],
      message: `"$ref" names "${$ref}", and ${id === '' ? 'this schema' : `"${id}"`} defines no "${name}"${names.length === 0 ? '' : `; it defines ${names.map((each) => `"${each}"`).join(', ')}`}.`,
      suggestion: suggestName(name, names),
    },
  ];
}

function children(schema: JsonSchema): readonly (readonly [Path, JsonSchema])[] {
  const record = (key: 'properties' | '$defs'): (readonly [Path, JsonSchema])[] =>
    Object.entries(schema[key] ?? {}).map(([name, child]) => [[key, name], child] as const);
  const list = (key: 'oneOf' | 'anyOf' | 'allOf'): (readonly [Path, JsonSchema])[] =>
    (schema[key] ?? []).map((child, index) => [[key, index], child] as const);
  const one = (key: 'items' | 'additionalProperties' | 'propertyNames'): (readonly [Path, JsonSchema])[] => {
    const child = schema[key];
    return typeof child === 'object' ? [[[key], child] as const] : [];
  };
  return [
    ...record('properties'),
    ...record('$defs'),
    ...list('oneOf'),
    ...list('anyOf'),
    ...list('allOf'),
    ...one('items'),
    ...one('additionalProperties'),
    ...one('propertyNames'),
  ];
}

function checkBlock(
  block: BlockSource,
  source: GeneratorInput,
  missing: Finding['severity'],
): readonly BlockSchemaFinding[] {
  const kinds = Object.keys(buildEnvelopeSchemas(source));
  const reserved = new Set([...kinds, 'blocks', 'fragment', 'strings', 'children', 'slots']);
  const taken = Object.keys(block.schema.properties ?? {}).filter((name) => reserved.has(name));
  return [
    ...taken.map((name) => ({
      rule: 'schema-reserved-property',
      path: ['properties', name],
      at: 'key' as const,
      message: `"${name}" already means something for every block (${[...reserved].join(', ')}). Choose another name.`,
    })),
    ...findAnnotationMistakes(block, source),
    ...(block.files.has(`${block.pascal}.tsx`)
      ? []
      : [
          {
            rule: 'block-files',
            path: [],
            expected: `${block.folder}/${block.pascal}.tsx`,
            message: `The component ${block.folder}/${block.pascal}.tsx is missing; it exports the function "${block.pascal}".`,
            severity: missing,
          },
        ]),
    ...(block.files.has('examples.json')
      ? []
      : [
          {
            rule: 'block-files',
            path: [],
            expected: `${block.folder}/examples.json`,
            message: `${block.folder}/examples.json is missing. Write one valid block into it: [{ "name": "Plain", "block": { "id": "${block.name.replace('_', '')}", "type": "${block.name}" } }].`,
            severity: 'warning' as const,
          },
        ]),
  ];
}

function checkLayout(layout: BlockSource, missing: Finding['severity']): readonly BlockSchemaFinding[] {
  const areas = Object.entries(layout.schema.areas ?? {});
  return [
    ...(areas.some(([, area]) => area.content === true)
      ? []
      : [
          {
            rule: 'schema-annotation',
            path: ['areas'],
            ...(layout.schema.areas === undefined && { lacks: ['areas'] }),
            message: 'No area has "content": true, so blocks that name no area have no place. Mark one.',
          },
        ]),
    ...areas
      .filter(([, area]) => (area.description ?? '') === '')
      .map(([name]) => ({
        rule: 'schema-description',
        path: ['areas', name],
        message: `The area "${name}" has no description.`,
      })),
    ...((layout.schema.kinds ?? []).length > 0
      ? []
      : [
          {
            rule: 'schema-annotation',
            path: ['kinds'],
            lacks: ['kinds'],
            message: '"kinds" is missing: ["page"], ["landing"] or both.',
          },
        ]),
    ...(layout.schema.kinds ?? []).flatMap((kind, index) =>
      ['page', 'landing'].includes(kind)
        ? []
        : [
            {
              rule: 'schema-annotation',
              path: ['kinds', index],
              message: `A layout is of "page", "landing" or both; there is no kind "${kind}".`,
              suggestion: suggestName(kind, ['page', 'landing']),
            },
          ],
    ),
    ...areas
      .filter(([, area]) => area.content === true)
      .slice(1)
      .map(([name]) => ({
        rule: 'schema-annotation',
        path: ['areas', name, 'content'],
        message: 'Another area has "content": true already, and blocks that name no area have one place. Mark one.',
      })),
    ...(layout.files.has(`${layout.pascal}.module.css`) || layout.files.has(`${layout.pascal}.tsx`)
      ? []
      : [
          {
            rule: 'block-files',
            path: [],
            expected: `${layout.folder}/${layout.pascal}.module.css`,
            message: `The stylesheet ${layout.folder}/${layout.pascal}.module.css is missing; its class "layout" is the whole page, its class "column" the content.`,
            severity: missing,
          },
        ]),
  ];
}
