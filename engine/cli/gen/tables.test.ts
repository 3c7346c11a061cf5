import { expect, test } from 'vitest';
import { findBindings } from './bindings.ts';
import { generateBlockProps } from './block-props.ts';
import { blockId, composeSchemas } from './compose.ts';
import { findDefaults } from './defaults.ts';
import { generateDocumentTypes } from './documents.ts';
import { fixtureSource } from '#tests/helpers/fixture-source.ts';
import { generateForms } from './forms.ts';
import type { JsonSchema } from './schema.ts';
import { generateVocabulary } from './vocabulary.ts';

const source = fixtureSource();
const schemas = composeSchemas(source);
const poster = schemas.get(blockId('poster')) ?? {};

test('Bindings name every text, target and image with its annotations, also in lists', () => {
  expect(findBindings(poster, schemas)).toEqual([
    { path: ['title'], as: 'text', heading: 'level', variables: ['name'] },
    { path: ['action', 'label'], as: 'text' },
    { path: ['action', 'to'], as: 'target' },
    { path: ['image', 'alt'], as: 'text', plain: true },
    { path: ['image'], as: 'image' },
    { path: ['items', '[]', 'label'], as: 'text', plain: true },
  ]);
});

test('Defaults are found in the block itself, in its lists and behind references', () => {
  expect(findDefaults(poster, schemas)).toEqual([
    { path: ['level'], value: 2 },
    { path: ['look'], value: 'calm' },
    { path: ['image', 'grade'], value: 'none' },
    { path: ['items', '[]', 'open'], value: false },
  ]);
});

test('Props are bound types; what has a default is never missing, and the envelope is left out', async () => {
  const types = (await generateBlockProps(source, schemas))
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ');
  expect(types).toContain(
    "export interface PosterProps extends BlockBaseProps<never> { title: LocalizedText; level: 1 | 2; look: 'calm' | 'loud'; action?: BoundLink; image?: BoundImage; period?: TimeWindow; items?: { label: LocalizedText; open: boolean; }[]; }",
  );
  expect(types).toContain("export type WideArea = 'top' | 'main';");
});

test('Types of documents are unions distinguished by "type"', async () => {
  const types = await generateDocumentTypes(schemas);
  expect(types).toContain('export type AnyBlock = PosterBlock;');
  expect(types).toContain('export type BlockOrFragment = AnyBlock | FragmentUse;');
  expect(types).toMatch(
    /export interface PosterBlock \{[\s\S]*?type: 'poster';[\s\S]*?title: Text;[\s\S]*?blocks\?: \(SlideBlock \| FragmentUse\)\[\];/,
  );
});

test('The vocabulary says where blocks of a layout go when they name no area', () => {
  expect(generateVocabulary(source)).toContain(
    "wide: { areas: ['top', 'main'], content: 'main', kinds: ['page', 'landing'] }",
  );
});

test('A project without blocks and layouts still gets all its types', async () => {
  const empty = fixtureSource({ blocks: [], layouts: [] });
  const types = await generateDocumentTypes(composeSchemas(empty));
  expect(types).toContain('export type AnyBlock = never;');
  expect(generateVocabulary(empty)).toContain('export type BlockType = never;');
});

const listForms = (...schemasOfForms: JsonSchema[]) =>
  fixtureSource({
    forms: new Map(
      schemasOfForms.map((schema, index) => [
        `form-${index}`,
        { file: `journeys/toy/forms/form-${index}.schema.json`, schema },
      ]),
    ),
  });

test('A field offers the same in every form that asks for it', async () => {
  const withCountries = (...country: string[]): JsonSchema => ({
    properties: { country: { type: 'string', enum: country } },
  });
  expect(await generateForms(listForms(withCountries('AT', 'BE'), withCountries('AT', 'BE')))).toContain(
    "country: ['AT', 'BE']",
  );
  await expect(generateForms(listForms(withCountries('AT', 'BE'), withCountries('BE', 'AT')))).rejects.toThrow(
    'journeys/toy/forms/form-1.schema.json offers other values for "country" than another form.',
  );
});

test("A form's values have the types of its schema; what is offered to choose from is named by its field", async () => {
  const form: JsonSchema = {
    type: 'object',
    additionalProperties: false,
    required: ['country', 'topics', 'terms'],
    properties: {
      country: { type: 'string', enum: ['AT', 'BE'] },
      topics: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      terms: { const: true },
      code: { type: 'string' },
    },
  };
  const types = (await generateForms(listForms(form))).replaceAll(/\s+/g, ' ');
  expect(types).toContain(
    "export interface Form0Form { country: FieldOption<'country'>; topics: readonly FieldOption<'topics'>[]; terms: true; code?: string; }",
  );
  expect(types).toContain("export interface FormValues { 'form-0': Form0Form; }");
});
