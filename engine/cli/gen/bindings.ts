import { blockId } from './compose.ts';
import type { JsonSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { walkProperties } from './walk-properties.ts';
import { writeLiteral, writeModule } from './write-module.ts';

interface Binding {
  readonly path: readonly string[];
  readonly as: 'text' | 'target' | 'image' | 'video';
  readonly heading?: number | string;
  readonly variables?: readonly string[];
  readonly plain?: boolean;
  readonly phrased?: boolean;
  readonly leastWidth?: number;
}

/** `bindings.ts`: the places of texts, targets and images in blocks and documents. */
export function generateBindings(source: GeneratorInput, schemas: ReadonlyMap<string, JsonSchema>): string {
  const listBindings = (id: string): readonly Binding[] => findBindings(schemas.get(id) ?? {}, schemas);
  const blocks = Object.fromEntries(source.blocks.map(({ name }) => [name, listBindings(blockId(name))]));
  return writeModule(
    `import type { BlockType } from './vocabulary.ts';`,
    `/** A place that gets bound to a locale. A place that a document leaves out, or fills with another shape, has nothing to bind. */
export interface Binding {
  /** Property names; \`[]\` stands for every item of an array, \`*\` for every key of a map. */
  readonly path: readonly string[];
  /** A link is listed as its label and its target, an image as its alternative text, then itself. */
  readonly as: 'text' | 'target' | 'image' | 'video';
  /** The text is a heading of this level, or of the level in a property: see \`engine/shared/heading-level.ts\`. */
  readonly heading?: number | string;
  /** Visitor values the text may use. */
  readonly variables?: readonly string[];
  /** The text stands where markup is impossible. */
  readonly plain?: boolean;
  /** The text may stand in place of a heading, so that it may say where its phrases end. */
  readonly phrased?: boolean;
  /** Pixels that the image, or its crop, has across at least. */
  readonly leastWidth?: number;
}`,
    `/** Paths inside a block, \`blocks\` left out. */
export const blockBindings: Readonly<Record<BlockType, readonly Binding[]>> = ${writeLiteral(blocks)};`,
    `/** Paths inside \`meta\`. */
export const metaBindings: readonly Binding[] = ${writeLiteral(listBindings('/schemas/meta.schema.json'))};`,
    `/** Paths inside the site document. */
export const siteBindings: readonly Binding[] = ${writeLiteral(listBindings('/schemas/site.schema.json'))};`,
    `/** Paths inside a brand document. */
export const brandBindings: readonly Binding[] = ${writeLiteral(listBindings('/schemas/brand.schema.json'))};`,
    `/** Paths inside a form document; the kinds of a field share most of theirs. */
export const formBindings: readonly Binding[] = ${writeLiteral(distinct(listBindings('/schemas/form.schema.json')))};`,
  );
}

function distinct(bindings: readonly Binding[]): readonly Binding[] {
  return [...new Map(bindings.map((binding) => [JSON.stringify(binding), binding])).values()];
}

/** Places of texts, targets and images in one schema; inner places come before outer ones. */
export function findBindings(schema: JsonSchema, schemas: ReadonlyMap<string, JsonSchema>): readonly Binding[] {
  return [...walkProperties(schema, schemas)].flatMap(({ path, schema: place }) => bind(path, place));
}

function bind(
  path: readonly string[],
  { $ref, heading, variables, plain, phrased, leastWidth }: JsonSchema,
): readonly Binding[] {
  const text = (at: readonly string[], isPlain = plain): Binding => ({
    path: at,
    as: 'text',
    heading,
    variables,
    plain: isPlain || undefined,
    phrased,
  });
  switch ($ref) {
    case '/schemas/text.schema.json':
      return [text(path)];
    case '/schemas/target.schema.json':
      return [{ path, as: 'target' }];
    case '/schemas/link.schema.json':
      return [text([...path, 'label']), { path: [...path, 'to'], as: 'target' }];
    case '/schemas/image.schema.json':
      return [text([...path, 'alt'], true), { path, as: 'image', leastWidth }];
    case '/schemas/video-file.schema.json':
      return [{ path, as: 'video' }];
    default:
      return [];
  }
}
