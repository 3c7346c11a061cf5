import { suggestName } from '#engine/shared/suggest-name.ts';
import { readHeading } from '#engine/shared/heading-level.ts';
import type { Path } from '#engine/documents/source-location.ts';
import { listGroups } from './children.ts';
import { facetsOfBlocks } from './journey-vocabulary.ts';
import type { BlockSchemaFinding } from './block-schema-finding.ts';
import type { FormBy, JsonSchema } from './schema.ts';
import type { BlockSource, GeneratorInput } from './source.ts';

const kinds = ['static', 'behaviour', 'island'];

/** Annotations of a block with invalid values: unknown kinds, facets and children, headings without a level. */
export function findAnnotationMistakes(
  { name, folder, schema, pascal, files }: BlockSource,
  source: GeneratorInput,
): readonly BlockSchemaFinding[] {
  const facets = [
    ...Object.keys(source.shared.get('/schemas/block.schema.json')?.$defs?.['when']?.properties ?? {}),
    ...facetsOfBlocks,
  ];
  const types = source.blocks.map((block) => block.name);
  const behaviour = `${pascal}.behaviour.ts`;
  return [
    ...(schema.kind === undefined || kinds.includes(schema.kind) ? [] : [unknown(['kind'], schema.kind, kinds)]),
    ...(schema.kind === 'behaviour' && !files.has(behaviour)
      ? [
          {
            rule: 'block-files',
            path: ['kind'],
            expected: `${folder}/${behaviour}`,
            message: `"kind" is "behaviour", but ${behaviour} is missing.`,
            severity: 'warning' as const,
          },
        ]
      : []),
    ...((schema.kind ?? 'static') === 'static' && files.has(behaviour)
      ? [
          {
            rule: 'schema-annotation',
            path: ['kind'],
            message: `"kind" is "static", so ${behaviour} is never sent to a browser. Write "behaviour", or remove the file.`,
          },
        ]
      : []),
    ...(schema.frames ?? []).flatMap((origin, index) =>
      /^https:\/\/[^/?#\s]+$/.test(origin)
        ? []
        : [
            {
              rule: 'schema-annotation',
              path: ['frames', index],
              message: `"${origin}" is not an origin that frames may have: browsers take the protocol "https" and a host, such as "https://player.vimeo.com", without a path.`,
            },
          ],
    ),
    ...unknownNames(['facets'], schema.facets ?? [], facets),
    ...unknownNames(['children'], schema.children ?? [], types),
    ...(schema.children?.includes(name) === true
      ? [
          {
            rule: 'schema-annotation',
            path: ['children', schema.children.indexOf(name)],
            message: `"${name}" is the block itself, and no block can be inside of itself. Take it out.`,
          },
        ]
      : []),
    ...unknownNames(['parents'], schema.parents ?? [], types),
    ...slotMistakes(schema, [...types, ...listGroups(source)]),
    ...unknownNames(['forms'], schema.forms ?? [], [...source.forms.keys()]),
    ...(schema.formBy === undefined ? [] : formByMistakes(schema.formBy, schema)),
    ...unknownProperty('stepBy', schema),
    ...unknownProperty('formDocumentBy', schema),
    ...unknownProperty('questionsBy', schema),
    ...unknownProperty('dataBy', schema),
    ...fieldsByMistakes(schema.fieldsBy ?? [], schema),
    ...flagMistakes(schema),
    ...misspeltGroups(schema, source),
    ...ofOtherValues(schema, [], source),
    ...headings(schema, []),
  ];
}

/** Every value of the property must select one of the block's forms. */
function formByMistakes({ property, forms }: FormBy, schema: JsonSchema): readonly BlockSchemaFinding[] {
  const path = ['formBy', 'forms'];
  const properties = Object.keys(schema.properties ?? {});
  if (!properties.includes(property)) return [unknown(['formBy', 'property'], property, properties)];
  const values = (schema.properties?.[property]?.enum ?? []).map(String);
  return [
    ...Object.keys(forms).flatMap((value) =>
      values.includes(value) ? [] : [unknown([...path, value], value, values)],
    ),
    ...Object.entries(forms).flatMap(([value, form]) =>
      schema.forms?.includes(form) === true ? [] : [unknown([...path, value], form, schema.forms ?? [])],
    ),
    ...values
      .filter((value) => forms[value] === undefined)
      .map((value) => ({
        rule: 'schema-annotation',
        path,
        message: `"${property}" may be "${value}", for which no form is named. Add it.`,
      })),
  ];
}

/** A slot needs a description, and must name types and groups of blocks. */
function slotMistakes({ slots, kind }: JsonSchema, allowed: readonly string[]): readonly BlockSchemaFinding[] {
  if (slots !== undefined && kind === 'island') {
    const message =
      'An island has no slots: the browser could not render the blocks in them. Make it "static", with islands inside.';
    return [{ rule: 'schema-annotation', path: ['slots'], message }];
  }
  return Object.entries(slots ?? {}).flatMap(([name, { description, types, max }]) => {
    const path = ['slots', name];
    const finding = (message: string): BlockSchemaFinding => ({ rule: 'schema-annotation', path, message });
    return [
      ...(description === undefined ? [finding(`The slot "${name}" has no description: what is it for?`)] : []),
      ...(max === undefined || (Number.isInteger(max) && max > 0)
        ? []
        : [finding('"max" is a number of blocks, from 1.')]),
      ...(Array.isArray(types) && types.length > 0
        ? unknownNames([...path, 'types'], types, allowed)
        : [finding('"types" lists the blocks that may be in it.')]),
    ];
  });
}

/** A group that no other block and no slot names, but one with a similar name is there. */
function misspeltGroups({ groups = [], $id }: JsonSchema, { blocks }: GeneratorInput): readonly BlockSchemaFinding[] {
  const others = blocks.filter(({ schema }) => schema.$id !== $id);
  const named = others.flatMap(({ schema }) => Object.values(schema.slots ?? {}).flatMap(({ types }) => types));
  const known = listGroups({ blocks: others });
  return groups.flatMap((group, index) => {
    const isKnown = known.includes(`@${group}`) || named.includes(`@${group}`);
    return isKnown || suggestName(`@${group}`, known) === undefined
      ? []
      : [
          unknown(
            ['groups', index],
            group,
            known.map((each) => each.slice(1)),
          ),
        ];
  });
}

/** Schemas of values that annotations are about. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  leastWidth: ['/schemas/image.schema.json'],
  variables: ['/schemas/text.schema.json'],
  plain: ['/schemas/text.schema.json'],
  phrased: ['/schemas/text.schema.json'],
  heading: ['/schemas/text.schema.json'],
};

/** Annotations of texts and images at properties with other values. */
function ofOtherValues(schema: JsonSchema, path: Path, source: GeneratorInput): readonly BlockSchemaFinding[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = [...path, 'properties', name];
    // A misspelt reference is an error of its own.
    const isUnknown = property.$ref?.startsWith('#') === false && !source.shared.has(property.$ref.replace(/#.*/, ''));
    const wrong = Object.keys(property).flatMap((keyword) => {
      const schemas = ABOUT[keyword];
      return schemas === undefined || isUnknown || schemas.includes(property.$ref ?? '')
        ? []
        : [
            {
              rule: 'schema-annotation',
              path: [...at, keyword],
              message: `"${keyword}" is about values of the schema ${schemas.join(' or ')}, and this property has ${property.$ref ?? 'none'}. Take it out, or refer to that schema with "$ref".`,
            },
          ];
    });
    return [
      ...wrong,
      ...ofOtherValues(property, at, source),
      ...(property.items === undefined ? [] : ofOtherValues(property.items, [...at, 'items'], source)),
    ];
  });
}

/** Feature flags need an island, because they are evaluated in the browser. */
function flagMistakes({ flags = [], kind, properties = {} }: JsonSchema): readonly BlockSchemaFinding[] {
  if (flags.length === 0 || kind === 'island') return unknownNames(['flags'], flags, Object.keys(properties));
  const message = `A block of the kind "${kind ?? 'static'}" reads no flags. Make it an island, or leave "flags" out.`;
  return [{ rule: 'schema-annotation', path: ['flags'], message }];
}

function unknownProperty(
  annotation: 'stepBy' | 'formDocumentBy' | 'questionsBy' | 'dataBy',
  schema: JsonSchema,
): readonly BlockSchemaFinding[] {
  const { [annotation]: named } = schema;
  const found = unknownNames([], named === undefined ? [] : [named], Object.keys(schema.properties ?? {}));
  return found.map((finding) => ({ ...finding, path: [annotation] }));
}

/** Each property must belong to the object before it, or to the objects in the list before it. */
function fieldsByMistakes(names: readonly string[], schema: JsonSchema): readonly BlockSchemaFinding[] {
  let within: JsonSchema | undefined = schema;
  for (const [index, name] of names.entries()) {
    const properties: Readonly<Record<string, JsonSchema>> = (within.items ?? within).properties ?? {};
    within = properties[name];
    if (within === undefined) return [unknown(['fieldsBy', index], name, Object.keys(properties))];
  }
  return [];
}

function unknownNames(path: Path, names: readonly string[], allowed: readonly string[]): readonly BlockSchemaFinding[] {
  return names.flatMap((name, index) => (allowed.includes(name) ? [] : [unknown([...path, index], name, allowed)]));
}

function unknown(path: Path, found: string, allowed: readonly string[]): BlockSchemaFinding {
  return {
    rule: 'schema-annotation',
    path,
    message: `"${found}" is not known here; allowed are ${allowed.map((name) => `"${name}"`).join(', ')}.`,
    suggestion: suggestName(found, allowed),
  };
}

/** The level of a heading is a number from 1 to 6, or the name of an integer property of the same or an outer object. */
function headings(schema: JsonSchema, path: Path, around: readonly string[] = []): readonly BlockSchemaFinding[] {
  const properties = Object.entries(schema.properties ?? {});
  const levels = [...around, ...properties.filter(([, property]) => isLevel(property)).map(([name]) => name)];
  return properties.flatMap(([name, property]) => {
    const at = [...path, 'properties', name];
    return [
      ...checkHeading(property, [...at, 'heading'], levels),
      ...headings(property, at, levels),
      ...(property.items ? headings(property.items, [...at, 'items'], levels) : []),
    ];
  });
}

/** A choice without a type is reported by itself. */
const isLevel = ({ type, enum: choice = [] }: JsonSchema): boolean =>
  type === 'integer' || (type === undefined && choice.some(Number.isInteger));

function checkHeading({ heading }: JsonSchema, path: Path, levels: readonly string[]): readonly BlockSchemaFinding[] {
  if (heading === undefined) return [];
  if (typeof heading === 'number') {
    if (Number.isInteger(heading) && heading >= 1 && heading <= 6) return [];
    return [{ rule: 'schema-annotation', path, message: `"heading" is ${heading}; HTML has levels 1 to 6.` }];
  }
  const { property, title } = readHeading(heading);
  if (levels.includes(property) && (title === undefined || title === 'title')) return [];
  return [
    {
      rule: 'schema-annotation',
      path,
      message: `"heading" is "${heading}", which names no integer property beside this text or around it.`,
      suggestion: suggestName(property, levels),
    },
  ];
}
