import { expect, test } from 'vitest';
import { findSchemaMistakes } from './find-schema-mistakes.ts';
import { fixtureBlock, fixtureSource } from '#tests/helpers/fixture-source.ts';
import type { JsonSchema } from './schema.ts';

const valid: JsonSchema = {
  $id: '/blocks/badge.schema.json',
  title: 'Badge',
  description: 'A small mark.',
  type: 'object',
  additionalProperties: false,
  required: ['label'],
  properties: { label: { description: 'Its words.', $ref: '/schemas/text.schema.json' } },
};

const text = { $ref: '/schemas/text.schema.json' };

/** Mistakes of one block as `rule path`. */
function mistakes(schema: object, files?: readonly string[]): readonly string[] {
  const block = fixtureBlock('badge', schema, files);
  return findSchemaMistakes(fixtureSource({ blocks: [block], layouts: [] })).map(({ rule, path }) =>
    `${rule} ${path}`.trim(),
  );
}

/** A block with a form, chosen by its step. */
function withChoice(forms: Readonly<Record<string, string>>): JsonSchema {
  const step = { description: 'Which one.', type: 'string', enum: ['one', 'two'] };
  return {
    ...valid,
    properties: { ...valid.properties, step },
    forms: ['vote'],
    formBy: { property: 'step', forms },
  };
}

test('The blocks and layouts of the fixture have no mistake', () => {
  expect(findSchemaMistakes(fixtureSource())).toEqual([]);
});

test.each([
  ['another name in $id', { ...valid, $id: '/blocks/bagde.schema.json' }, 'schema-name $id'],
  ['another name in title', { ...valid, title: 'Bagde' }, 'schema-name title'],
  ['no description', { ...valid, description: undefined }, 'schema-description'],
  [
    'a property without description',
    { ...valid, properties: { label: { type: 'string' } } },
    'schema-description properties.label',
  ],
  [
    'a limit of another type',
    {
      ...valid,
      properties: { ...valid.properties, size: { description: 'How large.', type: 'integer', minLength: 2 } },
    },
    'schema-keyword properties.size.minLength',
  ],
  [
    'a default beyond the limit',
    {
      ...valid,
      properties: { ...valid.properties, size: { description: 'How large.', type: 'integer', maximum: 4, default: 9 } },
    },
    'schema-keyword properties.size.default',
  ],
  [
    'a default that the pattern refuses',
    {
      ...valid,
      properties: {
        ...valid.properties,
        size: { description: 'How large.', type: 'string', pattern: '^[a-z]{3}$', default: 'x' },
      },
    },
    'schema-keyword properties.size.default',
  ],
  [
    'a default that is never taken',
    {
      ...valid,
      required: ['label', 'size'],
      properties: { ...valid.properties, size: { description: 'How large.', type: 'integer', default: 2 } },
    },
    'schema-keyword required[1]',
  ],
  ['an open object', { ...valid, additionalProperties: undefined }, 'schema-open-object'],
  [
    'a property of the envelope',
    { ...valid, properties: { ...valid.properties, area: { description: 'A place.', type: 'string' } } },
    'schema-reserved-property properties.area',
  ],
  ['an unknown keyword', { ...valid, headng: 2 }, 'schema-keyword headng'],
  [
    'an unknown reference',
    { ...valid, properties: { label: { description: 'Words.', $ref: '/schemas/txt.schema.json' } } },
    'schema-reference properties.label.$ref',
  ],
  ['a required property that does not exist', { ...valid, required: ['lable'] }, 'schema-reference required[0]'],
  ['an unknown kind', { ...valid, kind: 'lively' }, 'schema-annotation kind'],
  ['an unknown facet', { ...valid, facets: ['weather'] }, 'schema-annotation facets[0]'],
  ['a form that no journey has', { ...valid, forms: ['vote'] }, 'schema-annotation forms[0]'],
  [
    'a choice between forms by an unknown property',
    { ...valid, formBy: { property: 'step', forms: {} } },
    'schema-annotation formBy.property',
  ],
  [
    'a choice between forms by a value that does not exist',
    withChoice({ one: 'vote', three: 'vote' }),
    'schema-annotation formBy.forms.three',
  ],
  [
    'a choice of a form that the block does not list',
    withChoice({ one: 'vote', two: 'veto' }),
    'schema-annotation formBy.forms.two',
  ],
  ['a value without a form', withChoice({ one: 'vote' }), 'schema-annotation formBy.forms'],
  ['a step by an unknown property', { ...valid, stepBy: 'step' }, 'schema-annotation stepBy'],
  ['a flag in an unknown property', { ...valid, kind: 'island', flags: ['newsFlag'] }, 'schema-annotation flags[0]'],
  ['flags of a block that is no island', { ...valid, flags: ['label'] }, 'schema-annotation flags'],
  ['an unknown child', { ...valid, children: ['_slide'] }, 'schema-annotation children[0]'],
  [
    'a heading without level',
    { ...valid, properties: { label: { ...valid.properties?.['label'], heading: 'level' } } },
    'schema-annotation properties.label.heading',
  ],
])('%s is found', (_, schema, expected) => {
  expect(mistakes(schema)).toContain(expected);
});

const shape = (name: string) => ({
  title: name,
  type: 'object',
  additionalProperties: false,
  required: [name],
  properties: { [name]: { description: 'A figure.', type: 'number' } },
});

test.each([
  ['a text or a figure', [text, { type: 'number' }], ['A text is a key', 'a property of its own']],
  ['an object or a text', [shape('one'), text], ['A text is a key']],
  ['three shapes', [shape('one'), shape('two'), shape('three')], ['has 3 shapes', 'exactly two']],
  [
    'two shapes of one kind',
    [shape('one'), { ...shape('one'), title: 'two' }],
    ['Nothing distinguishes "one" from "two"'],
  ],
])('A choice between %s is refused at its place in words', (_, oneOf, words) => {
  const either = { description: 'One of them.', oneOf };
  const block = fixtureBlock('badge', { ...valid, properties: { ...valid.properties, either } });
  const findings = findSchemaMistakes(fixtureSource({ blocks: [block], layouts: [] }));
  const line = block.schemaText.split('\n').findIndex((part) => part.includes('"oneOf"')) + 1;
  expect(findings).toEqual([expect.objectContaining({ rule: 'schema-union', path: 'properties.either.oneOf', line })]);
  for (const part of words) expect(findings[0]?.message).toContain(part);
});

test('A choice between two shapes that differ is no mistake', () => {
  const either = { description: 'One of them.', oneOf: [shape('one'), shape('two')] };
  expect(mistakes({ ...valid, properties: { ...valid.properties, either } })).toEqual([]);
});

test('A keyword of JSON Schema that is not carried is refused with what to write instead', () => {
  const either = { description: 'One of them.', anyOf: [text, { type: 'number' }] };
  const block = fixtureBlock('badge', { ...valid, properties: { ...valid.properties, either } });
  const [finding, ...others] = findSchemaMistakes(fixtureSource({ blocks: [block], layouts: [] }));
  expect(finding).toMatchObject({ rule: 'schema-keyword', path: 'properties.either.anyOf' });
  expect(finding?.message).toContain('Write "oneOf" with two shapes');
  expect(others).toEqual([]);
});

test('A missing component is a warning, because a block is written file by file, and a mistake in a build', () => {
  const block = fixtureBlock('badge', valid, ['badge.schema.json', 'examples.json']);
  const source = fixtureSource({ blocks: [block], layouts: [] });
  expect(findSchemaMistakes(source, 'error')).toMatchObject([{ rule: 'block-files', severity: 'error' }]);
  const [finding] = findSchemaMistakes(source);
  expect(finding).toMatchObject({
    rule: 'block-files',
    severity: 'warning',
    message: expect.stringContaining('blocks/badge/Badge.tsx'),
  });
});

test('A finding points at the line of the mistake and proposes the nearest name', () => {
  const block = fixtureBlock('badge', { ...valid, required: ['lable'] });
  const [finding] = findSchemaMistakes(fixtureSource({ blocks: [block], layouts: [] }));
  const line = block.schemaText.split('\n').findIndex((part) => part.includes('"lable"')) + 1;
  expect(finding).toMatchObject({ file: 'blocks/badge/badge.schema.json', line, suggestion: 'label' });
});

test('A schema that is not JSON is one finding at the place where it breaks', () => {
  const block = { ...fixtureBlock('badge', {}), schemaText: '{\n  "title": "Badge",,\n}' };
  const findings = findSchemaMistakes(fixtureSource({ blocks: [block], layouts: [] }));
  expect(findings).toEqual([expect.objectContaining({ rule: 'schema-syntax', line: 2 })]);
});

test('A layout says which area holds blocks that name none', () => {
  const layout = fixtureBlock('wide', {
    $id: '/blocks/layouts/wide.schema.json',
    description: 'Wide.',
    kinds: ['page'],
    areas: { main: { description: 'All.' } },
  });
  const findings = findSchemaMistakes(fixtureSource({ layouts: [layout] }));
  expect(findings).toEqual([expect.objectContaining({ rule: 'schema-annotation', path: 'areas' })]);
});

test('A layout needs a stylesheet or a component of its own, and says so until it has one', () => {
  const { layouts } = fixtureSource();
  const withFiles = (...files: string[]) =>
    findSchemaMistakes(fixtureSource({ layouts: layouts.map((layout) => ({ ...layout, files: new Set(files) })) }));
  expect(withFiles('Wide.module.css')).toEqual([]);
  expect(withFiles('Wide.tsx')).toEqual([]);
  expect(withFiles()).toEqual([
    expect.objectContaining({
      rule: 'block-files',
      severity: 'warning',
      message: expect.stringContaining('blocks/wide/Wide.module.css'),
    }),
  ]);
});
