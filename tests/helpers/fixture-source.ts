import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '#engine/cli/gen/schema.ts';
import { type BlockSource, readSource, type GeneratorInput } from '#engine/cli/gen/source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The real shared schemas with two blocks, one layout and a handful of names: what tests of the generator work on. */
export function fixtureSource(changes: Partial<GeneratorInput> = {}): GeneratorInput {
  const { languages, shared } = readSource(root);
  return {
    languages,
    textFiles: [],
    shared,
    journeys: [],
    forms: new Map(),
    events: [],
    eventContext: [],
    useCases: [],
    adminActions: [],
    blocks: [fixtureBlock('_slide', slide), fixtureBlock('poster', poster)],
    layouts: [fixtureBlock('wide', wide)],
    documents: ['fragments/footer', 'landings/default', 'pages/about', 'pages/error'],
    bases: [],
    texts: new Map(),
    links: ['login'],
    claims: new Map(),
    textKeys: ['about.title', 'poster.title'],
    images: ['images/satin.jpg'],
    videos: [],
    captions: [],
    colours: [],
    brandFiles: [],
    states: [],
    stepForms: [],
    ...changes,
  };
}

/** A block folder with component and one example, as `readSource` would return it. */
export function fixtureBlock(name: string, schema: JsonSchema, files?: readonly string[]): BlockSource {
  const pascal = name.replaceAll(/(?:^_?|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const schemaFile = `blocks/${name}/${name}.schema.json`;
  return {
    name,
    pascal,
    folder: `blocks/${name}`,
    schemaFile,
    schemaText: JSON.stringify(schema, null, 2),
    schema,
    examples: [{ name: 'Plain', block: { id: 'first', type: name, title: 'poster.title' } }],
    stringKeys: [],
    files: new Set(files ?? [`${name}.schema.json`, `${pascal}.tsx`, 'examples.json']),
  };
}

const text = { $ref: '/schemas/text.schema.json' } as const;

const slide: JsonSchema = {
  $id: '/blocks/_slide.schema.json',
  title: 'Slide',
  description: 'One slide of a poster.',
  kind: 'static',
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: { title: { description: 'Words on the slide.', ...text } },
};

const poster: JsonSchema = {
  $id: '/blocks/poster.schema.json',
  title: 'Poster',
  description: 'A large image with words.',
  kind: 'static',
  facets: ['inviter'],
  children: ['_slide'],
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: {
    title: { description: 'The words.', heading: 'level', variables: ['name'], ...text },
    level: { description: 'Level of the words in the outline.', type: 'integer', enum: [1, 2], default: 2 },
    look: { description: '`calm` or `loud`.', type: 'string', enum: ['calm', 'loud'], default: 'calm' },
    action: { description: 'What to do next.', $ref: '/schemas/link.schema.json' },
    image: { description: 'The image.', $ref: '/schemas/image.schema.json' },
    period: { description: 'When it is true.', $ref: '/schemas/window.schema.json' },
    items: {
      description: 'Points in order.',
      type: 'array',
      items: {
        title: 'Point',
        description: 'One point.',
        type: 'object',
        additionalProperties: false,
        required: ['label'],
        properties: {
          label: { description: 'Words of the point.', plain: true, ...text },
          open: { description: 'Unfolded from the start.', type: 'boolean', default: false },
        },
      },
    },
  },
};

const wide: JsonSchema = {
  $id: '/blocks/layouts/wide.schema.json',
  title: 'WideLayout',
  description: 'Everything across the whole width.',
  kinds: ['page', 'landing'],
  areas: { top: { description: 'Above everything.' }, main: { description: 'What the page says.', content: true } },
};
