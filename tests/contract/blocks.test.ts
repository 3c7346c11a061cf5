import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inBlocks } from '#engine/documents/block-files.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { blockId } from '#engine/cli/gen/compose.ts';
import { findSchemaMistakes } from '#engine/cli/gen/find-schema-mistakes.ts';
import type { JsonSchema } from '#engine/cli/gen/schema.ts';
import { createAjv } from '#engine/cli/gen/validators.ts';
import { blockValidators, type Validate } from '#schemas/generated/validators.js';
import { locales } from '#schemas/generated/vocabulary.ts';
import { examples, schemas, source } from './project.ts';
import { replaceAt } from './values-at.ts';

const types = source.blocks.map((block) => block.name);
const validators: Readonly<Record<string, Validate>> = blockValidators;

function validate(type: string, value: unknown): ReturnType<Validate> {
  const check = validators[type];
  if (check === undefined) throw new Error(`There is no validator for "${type}". Run npm run gen.`);
  return check(value);
}

test('Schemas and folders of all blocks and layouts are complete', () => {
  expect(findSchemaMistakes(source).map((finding) => formatText(finding, false))).toEqual([]);
});

test.each(types)('%s: the schema compiles in strict mode', (type) => {
  expect(createAjv(schemas).getSchema(blockId(type))).toBeTypeOf('function');
});

test.each(source.blocks)('$name: has an example', ({ name, folder, examples: own }) => {
  const advice = `Write one valid block of the type "${name}" into ${folder}/examples.json, then run npm run gen.`;
  expect(own.length, advice).toBeGreaterThan(0);
  expect(new Set(own.map((example) => example.name)).size, `Names in ${folder}/examples.json must differ.`).toBe(
    own.length,
  );
});

test.each(examples)('$type, "$name": the example is valid', ({ type, block }) => {
  expect(block['type']).toBe(type);
  expect(validate(type, block)).toEqual([]);
});

test.each(examples)('$type, "$name": every missing property is reported at its place', ({ type, block }) => {
  const required = requiredPlaces(schemas.get(blockId(type)) ?? {}, block, []);
  expect(required.length).toBeGreaterThanOrEqual(2);
  for (const path of required) {
    expect(validate(type, replaceAt(block, path, undefined))).toEqual([
      expect.objectContaining({
        keyword: 'required',
        instancePath: pointer(path.slice(0, -1)),
        params: { missingProperty: path.at(-1) },
      }),
    ]);
  }
});

test.each(examples)('$type, "$name": an unknown property is reported', ({ type, block }) => {
  expect(validate(type, { ...block, colour: 'red' })).toEqual([
    expect.objectContaining({
      keyword: 'additionalProperties',
      instancePath: '',
      params: { additionalProperty: 'colour' },
    }),
  ]);
});

test.each(listPaths('.', inBlocks('*/strings.json')))('%s: every word is there in seven languages', (file) => {
  const strings: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(readFileSync(file, 'utf8'));
  for (const [key, text] of Object.entries(strings)) {
    expect(Object.keys(text).toSorted(), key).toEqual([...locales].toSorted());
    expect(
      Object.values(text).filter((words) => words.trim() === ''),
      `${key} has an empty text`,
    ).toEqual([]);
  }
});

test.each(listPaths('.', inBlocks('**/*.module.css')))('%s: colours come from tokens', (file) => {
  const css = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const colours =
    css.match(
      /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch|color)\([^)]*\)|(?<=:[^;{}]*\s)(?:white|black|red|gold|ivory)\b(?=[^{}]*[;}])/gi,
    ) ?? [];
  expect(colours, 'Use a role of blocks/tokens.css such as var(--text).').toEqual([]);
});

test.each(listPaths('.', inBlocks('**/*.css')))(
  '%s: what an open popover changes is the element around it, not any element in there',
  (file) => {
    const css = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    // Chromium would work out the styles of the whole page with each change of it: 40 ms on a slow phone instead of 10.
    expect(css.match(/:popover-open\)\s*>\s*(?:\*|:not\()[^{,]*/g) ?? []).toEqual([]);
  },
);

/** Paths of all required properties that an example fills, also inside lists. */
function requiredPlaces(
  schema: JsonSchema,
  value: unknown,
  path: readonly (string | number)[],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const shared = schema.$ref === undefined ? undefined : schemas.get(schema.$ref);
  // A text is a key or an object, so only what is an object here has required properties.
  const shape = shared?.title === 'Text' ? {} : (shared ?? schema);
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) => requiredPlaces(shape.items ?? {}, item, [...path, index]));
  return [
    ...(shape.required ?? []).filter((name) => name !== 'type' || path.length === 0).map((name) => [...path, name]),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, property]) =>
      requiredPlaces(property, Reflect.get(value, name), [...path, name]),
    ),
  ];
}

function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${step}`).join('');
}
