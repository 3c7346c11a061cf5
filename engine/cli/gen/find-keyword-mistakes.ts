import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject } from '#engine/documents/json.ts';
import type { Path } from '#engine/documents/source-location.ts';
import type { BlockSchemaFinding } from './block-schema-finding.ts';

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

interface Form {
  readonly words: string;
  readonly is: (value: unknown) => boolean;
  readonly keywords: readonly string[];
}

const forms: readonly Form[] = [
  {
    words: 'a text',
    is: isText,
    keywords:
      '$id $schema $ref $comment title description format pattern kind structuredData stepBy formDocumentBy questionsBy dataBy'.split(
        ' ',
      ),
  },
  {
    words: 'a list of texts',
    is: isTexts,
    keywords:
      'required facets children parents groups forms anchors frames flags fieldsBy variables kinds enumDescriptions'.split(
        ' ',
      ),
  },
  { words: 'a list', is: Array.isArray, keywords: ['enum', 'oneOf'] },
  {
    words: 'an object',
    is: isObject,
    keywords: 'properties $defs items propertyNames discriminator formBy shownBy areas slots'.split(' '),
  },
  {
    words: 'a number',
    is: isNumber,
    keywords: [
      'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
      'minProperties maxProperties minItems maxItems leastWidth',
    ].flatMap((names) => names.split(' ')),
  },
  { words: 'true or false', is: isFlag, keywords: ['uniqueItems', 'plain', 'phrased', 'deprecated'] },
  { words: 'a number or a text', is: (value) => isNumber(value) || isText(value), keywords: ['heading'] },
  {
    words: 'an object, or true or false',
    is: (value) => isObject(value) || isFlag(value),
    keywords: ['additionalProperties'],
  },
];

const formByKeyword = new Map(forms.flatMap((form) => form.keywords.map((keyword) => [keyword, form] as const)));

/** Keywords with invalid values, which make the schema unusable. */
export function findKeywordMistakes(schema: unknown, path: Path = []): readonly BlockSchemaFinding[] {
  if (!isObject(schema)) {
    const [parent, name] = path.slice(-2);
    const isKeyword =
      parent === 'properties' && typeof name === 'string' && formByKeyword.get(name)?.is(schema) === true;
    const message = isKeyword
      ? `"${name}" stands among the properties, where it is the name of one. Move it beside "properties".`
      : 'A schema is an object.';
    return [{ rule: 'schema-keyword', path, message }];
  }
  const misshapen = Object.entries(schema).flatMap(([keyword, value]) => {
    const form = formByKeyword.get(keyword);
    if (form === undefined || value === undefined || form.is(value)) return [];
    const message = `"${keyword}" must be ${form.words}, not ${JSON.stringify(value)}.`;
    return [{ rule: 'schema-keyword', path: [...path, keyword], message }];
  });
  if (misshapen.length > 0) return misshapen;
  return [...unknownTypes(schema['type'], path), ...within(schema, path)];
}

function unknownTypes(type: unknown, path: Path): readonly BlockSchemaFinding[] {
  const named: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return named
    .filter((name) => !TYPES.some((known) => known === name))
    .map((name) => ({
      rule: 'schema-keyword',
      path: [...path, 'type'],
      message: `There is no type ${JSON.stringify(name)}; the types of JSON Schema are ${TYPES.join(', ')}.`,
      suggestion: typeof name === 'string' ? suggestName(name, TYPES) : undefined,
    }));
}

function within(schema: Readonly<Record<string, unknown>>, path: Path): readonly BlockSchemaFinding[] {
  const named = ['properties', '$defs'].flatMap((keyword) =>
    Object.entries(isObject(schema[keyword]) ? schema[keyword] : {}).map(
      ([name, inner]) => [[keyword, name], inner] as const,
    ),
  );
  const listed = (Array.isArray(schema['oneOf']) ? schema['oneOf'] : []).map(
    (inner: unknown, index) => [['oneOf', index], inner] as const,
  );
  const single = ['items', 'additionalProperties', 'propertyNames'].flatMap((keyword) =>
    isObject(schema[keyword]) ? [[[keyword], schema[keyword]] as const] : [],
  );
  return [...named, ...listed, ...single].flatMap(([steps, inner]) => findKeywordMistakes(inner, [...path, ...steps]));
}
