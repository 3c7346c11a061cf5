import { claimParts, namedParts } from '#engine/shared/claim-name.ts';
import type { JsonSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';

/** `$id` of the schema of one text, which only editors use. */
export const wordsId = '/schemas/words.schema.json';

/** The schema of a text in one language: editors propose every claim of the site document, and `check` refuses others. */
export function buildTextSchema({ claims }: GeneratorInput): JsonSchema {
  const names = [...claims.keys()];
  return {
    $id: wordsId,
    title: 'Words',
    type: 'string',
    minLength: 1,
    pattern: `^(?![\\s\\S]*\\{claims\\.(?!(?:${names.join('|')})(?:\\.(?:${namedParts.join('|')}))?\\})[^{}]*\\})`,
    patternErrorMessage: `The site document has no such claim; it has ${names.join(', ') || 'none'}.`,
    defaultSnippets: [...claims].map(([name, says]) => ({
      label: `{claims.${name}}`,
      description: says,
      body: `{claims.${name}}`,
    })),
  };
}

/** Proposes claims where texts name them, and validates each claim by its format. */
export function withClaims(schema: JsonSchema, source: GeneratorInput): JsonSchema {
  const { claims } = schema.properties ?? {};
  const { claim } = schema.$defs ?? {};
  if (claims === undefined || claim === undefined) return schema;
  const entry: JsonSchema = { $ref: '/schemas/site.schema.json#/$defs/claim' };
  const named = [...source.texts.values()].flatMap((text) => [...text.matchAll(/\{claims\.([a-z][a-zA-Z0-9]*)/g)]);
  const properties = Object.fromEntries(named.map(([, name = '']) => [name, entry]));
  return {
    ...schema,
    properties: { ...schema.properties, claims: { ...claims, properties } },
    $defs: { ...schema.$defs, claim: { ...claim, allOf: [...(claim.allOf ?? []), ...formats] } },
  };
}

const ofFormat = (format: string): JsonSchema => ({ required: ['format'], properties: { format: { const: format } } });

/** The figures of a claim for all countries and for each one. */
function eachFigure(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { properties: { ...properties, countries: { additionalProperties: { properties } } } };
}

const bothEnds = (schema: JsonSchema): JsonSchema => eachFigure({ value: schema, to: schema });

const ofMoneyOnly = (part: string): JsonSchema => ({
  not: {},
  errorMessage: `Only the format "money" has a "${part}".`,
});

/** The part of the rule "claims" that concerns a single claim. */
const formats: readonly JsonSchema[] = [
  {
    if: { required: ['format'] },
    then: {
      if: ofFormat('date'),
      then: bothEnds({
        type: 'string',
        format: 'date',
        errorMessage: 'A claim of the format "date" is a day such as "2026-11-27".',
      }),
      else: bothEnds({ type: 'number', errorMessage: 'A figure is a number; a day has the format "date".' }),
    },
  },
  {
    if: ofFormat('percent'),
    then: bothEnds({
      not: { type: 'number', exclusiveMinimum: 1 },
      errorMessage: 'A claim of the format "percent" is a share of 1: 0.75 is 75%.',
    }),
  },
  {
    if: ofFormat('integer'),
    then: bothEnds({
      if: { type: 'number' },
      then: { type: 'integer', errorMessage: 'A claim of the format "integer" is a whole number.' },
    }),
  },
  {
    if: { required: ['format'] },
    then: {
      if: ofFormat('money'),
      then: { required: ['currency'] },
      else: eachFigure(Object.fromEntries(['currency', ...claimParts].map((part) => [part, ofMoneyOnly(part)]))),
    },
  },
  {
    if: { required: ['format'] },
    then: {
      if: ofFormat('unit'),
      then: { required: ['unit'] },
      else: { properties: { unit: { not: {}, errorMessage: 'Only the format "unit" has a unit.' } } },
    },
  },
];
