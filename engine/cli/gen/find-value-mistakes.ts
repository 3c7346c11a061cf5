import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Path } from '#engine/documents/source-location.ts';
import type { BlockSchemaFinding } from './block-schema-finding.ts';
import type { JsonSchema } from './schema.ts';

/** Pairs of limits: lower, upper. */
const LIMITS = [
  ['minItems', 'maxItems'],
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minProperties', 'maxProperties'],
] as const;

const COUNTS = LIMITS.flat().filter((keyword) => !keyword.endsWith('mum'));

/** What a schema that is referred to says by itself. */
const OF_A_TYPE = ['type', 'enum', 'properties', 'items', 'pattern'] as const;

/** Block types that produce structured data for search engines. */
const STRUCTURED_DATA = ['faq', 'place'];

/** Keyword values that are valid by themselves but contradict another keyword of the same schema. */
export function findValueMistakes(schema: JsonSchema, path: Path): readonly BlockSchemaFinding[] {
  return [...findMistakes(schema)].map(({ keyword, at, message, suggestion }) => ({
    rule: 'schema-keyword',
    path: [...path, ...keyword],
    message,
    suggestion,
    at,
  }));
}

interface ValueMistake {
  readonly keyword: Path;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly at?: 'key';
}

function* findMistakes(schema: JsonSchema): Generator<ValueMistake> {
  yield* mistakesOfChoice(schema);
  const own = schema.$ref === undefined ? undefined : OF_A_TYPE.find((keyword) => schema[keyword] !== undefined);
  if (own !== undefined)
    yield {
      keyword: [own],
      at: 'key',
      message: `"$ref" says already what the value is, so "${own}" beside it contradicts it or repeats it. Remove one of the two.`,
    };
  yield* mistakesOfType(schema);
  for (const [index, name] of (schema.required ?? []).entries())
    if (schema.properties?.[name]?.default !== undefined && schema.required?.indexOf(name) === index)
      yield {
        keyword: ['required', index],
        message: `"${name}" is required and has a default, which is then never taken. Leave it out of "required", or take the default away.`,
      };
  for (const [index, name] of (schema.required ?? []).entries())
    if (schema.required?.indexOf(name) !== index)
      yield { keyword: ['required', index], message: `"required" names "${name}" twice. Remove one.` };
  const limits: Readonly<Record<string, unknown>> = { ...schema };
  for (const [least, most] of LIMITS) {
    const [low, high] = [limits[least], limits[most]];
    if (typeof low === 'number' && typeof high === 'number' && low > high)
      yield { keyword: [least], message: `"${least}" is ${low} and "${most}" is ${high}, so that nothing fits.` };
  }
  for (const least of COUNTS) {
    const count = limits[least];
    if (typeof count === 'number' && (count < 0 || !Number.isInteger(count)))
      yield { keyword: [least], message: `"${least}" is a whole number from 0, not ${count}.` };
  }
  const isMisspelt = Object.keys(schema).some((keyword) => suggestName(keyword, ['items']) !== undefined);
  if (schema.type === 'array' && schema.items === undefined && !isMisspelt)
    yield { keyword: ['type'], message: 'A list says with "items" what each of its items is. Add it.' };
  if (schema.title !== undefined && !/^[A-Za-z][A-Za-z0-9]*$/.test(schema.title))
    yield {
      keyword: ['title'],
      message: `"title" is the name of a type in code: letters and digits without a blank, not ${JSON.stringify(schema.title)}.`,
    };
  const { structuredData } = schema;
  if (structuredData !== undefined && !STRUCTURED_DATA.includes(structuredData))
    yield {
      keyword: ['structuredData'],
      message: `There is no structured data called "${structuredData}"; there is "${STRUCTURED_DATA.join('", "')}".`,
      suggestion: suggestName(structuredData, STRUCTURED_DATA),
    };
  for (const name of Object.keys(schema.properties ?? {}))
    if (!/^[a-z$][A-Za-z0-9]*$/.test(name))
      yield {
        keyword: ['properties', name],
        at: 'key',
        message: `The name of a property is letters and digits that begin with a small letter, because components read it as a variable; "${name}" is none.`,
        suggestion: name.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? ''),
      };
}

/** Keywords that say something about values of these types alone. */
const TYPES_OF: Readonly<Record<string, readonly string[]>> = {
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  format: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  minItems: ['array'],
  maxItems: ['array'],
  items: ['array'],
  properties: ['object'],
  required: ['object'],
};

/** Keywords of another type, and a default that they refuse. */
function* mistakesOfType(schema: JsonSchema): Generator<ValueMistake> {
  const all: Readonly<Record<string, unknown>> = { ...schema };
  const { type, default: usual } = schema;
  for (const [keyword, types] of Object.entries(TYPES_OF))
    if (typeof type === 'string' && all[keyword] !== undefined && !types.includes(type))
      yield {
        keyword: [keyword],
        at: 'key',
        message: `"${keyword}" is about values of the type ${types.map((name) => `"${name}"`).join(' or ')}, and this one is of the type "${type}". Remove one of the two.`,
      };
  const size =
    typeof usual === 'number' ? usual : typeof usual === 'string' || Array.isArray(usual) ? usual.length : null;
  if (size === null || schema.enum !== undefined || !isOfType(usual, type)) return;
  const [least, most] = LIMITS[typeof usual === 'number' ? 2 : typeof usual === 'string' ? 1 : 0].map((keyword) => ({
    keyword,
    limit: all[keyword],
  }));
  const refused = [
    typeof least?.limit === 'number' && size < least.limit ? `"${least.keyword}" ${least.limit}` : null,
    typeof most?.limit === 'number' && size > most.limit ? `"${most.keyword}" ${most.limit}` : null,
    typeof usual === 'string' && schema.pattern !== undefined && !matches(schema.pattern, usual)
      ? `"pattern" ${schema.pattern}`
      : null,
  ].find((words) => words !== null);
  if (refused !== undefined)
    yield {
      keyword: ['default'],
      message: `The default ${JSON.stringify(usual)} is itself not allowed: it does not fit ${refused}.`,
    };
}

/** A pattern that cannot be read has a finding of its own. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'v').test(text);
  } catch {
    return true;
  }
}

/** A choice has distinct values, and its default is one of them. */
function* mistakesOfChoice(schema: JsonSchema): Generator<ValueMistake> {
  const { enum: choice, default: usual } = schema;
  if (choice?.length === 0) yield { keyword: ['enum'], message: '"enum" lists no value, so that nothing is allowed.' };
  for (const [index, value] of (choice ?? []).entries())
    if (choice?.indexOf(value) !== index)
      yield { keyword: ['enum', index], message: `${JSON.stringify(value)} is in "enum" twice. Remove one.` };
  if (choice !== undefined && schema.type === undefined)
    yield { keyword: ['enum'], at: 'key', message: 'A choice says with "type" what its values are. Add it.' };
  for (const [index, value] of (choice ?? []).entries())
    if (!isOfType(value, schema.type))
      yield {
        keyword: ['enum', index],
        message: `${JSON.stringify(value)} is not of the type ${JSON.stringify(schema.type)}, so that it is never allowed.`,
      };
  if (usual === undefined) return;
  if (choice !== undefined && choice.length > 0 && !choice.includes(usual))
    yield {
      keyword: ['default'],
      message: `The default ${JSON.stringify(usual)} is not among the values of "enum": ${choice.map((value) => JSON.stringify(value)).join(', ')}.`,
      suggestion: typeof usual === 'string' ? suggestName(usual, choice.map(String)) : undefined,
    };
  else if (choice === undefined && !isOfType(usual, schema.type))
    yield {
      keyword: ['default'],
      message: `The default ${JSON.stringify(usual)} is not of the type ${JSON.stringify(schema.type)}.`,
    };
}

function isOfType(value: unknown, type: JsonSchema['type']): boolean {
  if (type === undefined) return true;
  return [type].flat().some((name) => {
    if (name === 'array') return Array.isArray(value);
    if (name === 'integer') return Number.isInteger(value);
    if (name === 'null') return value === null;
    return name === 'object'
      ? typeof value === 'object' && value !== null && !Array.isArray(value)
      : typeof value === name;
  });
}
