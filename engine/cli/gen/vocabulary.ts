import { listChildTypes, readSlots } from './children.ts';
import { type JsonSchema, toPascalCase } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { writeLiteral, writeUnion, writeModule } from './write-module.ts';

/** `vocabulary.ts`: every name that documents and code share, as a union type and a constant. */
export function generateVocabulary(source: GeneratorInput): string {
  const guards = readEnum(source, '/schemas/guard.schema.json', 'name');
  const facets = Object.fromEntries(
    Object.entries(source.shared.get('/schemas/block.schema.json')?.$defs?.['when']?.properties ?? {}).map(
      ([name, schema]) => [name, schema.enum ?? []],
    ),
  );
  const greetings = source.journeys.flatMap(({ vocabulary }) =>
    Object.entries(vocabulary.facets ?? {}).flatMap(([facet, { greets }]) =>
      greets === undefined ? [] : [{ facet, value: greets }],
    ),
  );
  const layouts = Object.fromEntries(
    source.layouts.map(({ name, schema }) => {
      const areas = Object.entries(schema.areas ?? {});
      const content = areas.find(([, area]) => area.content === true)?.[0] ?? areas[0]?.[0] ?? '';
      return [name, { areas: areas.map(([area]) => area), content, kinds: schema.kinds ?? [] }];
    }),
  );
  const blocks = Object.fromEntries(
    source.blocks.map(({ name, schema }) => [
      name,
      {
        kind: schema.kind ?? 'static',
        facets: (schema.facets ?? []).flatMap((facet) =>
          facet === 'greeting' ? greetings.map((greeting) => greeting.facet) : [facet],
        ),
        children: listChildTypes(name, source),
        slots: schema.slots === undefined ? undefined : slotInfo(name, source),
        structuredData: schema.structuredData,
        forms: schema.forms,
        anchors: schema.anchors,
        frames: schema.frames,
        dataBy: schema.dataBy,
        flags: schema.flags,
      },
    ]),
  );
  return writeModule(
    `import type { FormName } from './forms.ts';`,
    names(
      'Locale',
      'locales',
      'Languages every text is written in; the first one is the source language.',
      source.languages,
    ),
    names(
      'BlockType',
      'blockTypes',
      'Folder names of all blocks; `_name` is inside a parent only.',
      Object.keys(blocks),
    ),
    `export interface BlockInfo {
  readonly kind: 'static' | 'behaviour' | 'island';
  /** Facets that the component's markup depends on; \`window\` is the state of the block's own time window. */
  readonly facets: readonly (FacetName | 'window')[];
  /** Block types allowed inside, in no slot. */
  readonly children: readonly BlockType[];
  /** Places for blocks inside, by name. */
  readonly slots?: Readonly<Record<string, SlotInfo>>;
  /** What search engines learn about the block's content. */
  readonly structuredData?: 'faq' | 'place';
  /** Forms the block shows: their rules and messages come with the page. */
  readonly forms?: readonly FormName[];
  /** Ids that the component gives to parts of itself, for links to lead to. */
  readonly anchors?: readonly string[];
  /** Origins of frames that the component opens when asked to. */
  readonly frames?: readonly string[];
  /** Property that names the query whose answer the block shows, asked for anew with each request. */
  readonly dataBy?: string;
  /** Properties that name features of GrowthBook: the island that has one loads what evaluates them. */
  readonly flags?: readonly string[];
}

export interface SlotInfo {
  readonly types: readonly BlockType[];
  /** Number of blocks at most. */
  readonly max?: number;
}

export const blockInfo: Readonly<Record<BlockType, BlockInfo>> = ${writeLiteral(blocks)};`,
    names('LayoutName', 'layoutNames', 'Folder names of all layouts.', Object.keys(layouts)),
    `export interface LayoutInfo {
  /** Area names in the order of the page. */
  readonly areas: readonly string[];
  /** Area of blocks that name none. */
  readonly content: string;
  /** Documents that may choose this layout. */
  readonly kinds: readonly ('page' | 'landing')[];
}

export const layouts: Readonly<Record<LayoutName, LayoutInfo>> = ${writeLiteral(layouts)};`,
    names('GuardName', 'guardNames', 'Guards a document may name.', guards),
    `/** Each guard with each of its options, as documents write it; the option \`null\` takes the id of a landing. */
export const guardChoices: readonly { readonly name: GuardName; readonly [option: string]: string | boolean | null }[] = ${writeLiteral(listGuardChoices(source, guards))};`,
    names('FacetName', 'facetNames', 'Facets a block may name in `when`.', Object.keys(facets)),
    `/** Values of each facet; the first one holds when nothing is known. */
export const facetValues = ${writeLiteral(facets)} as const satisfies Readonly<Record<FacetName, readonly string[]>>;`,
    `/** Facets whose value says that the visitor's value \`name\` is there. */
export const greetings: readonly { readonly facet: string; readonly value: string }[] = ${writeLiteral(greetings)};`,
    `/** What examples of blocks say that may be the key of a text. */
export const exampleTexts: readonly string[] = ${writeLiteral(listExampleTexts(source))};`,
  );
}

function listExampleTexts({ blocks }: GeneratorInput): readonly string[] {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && TEXT_KEY.test(value)) found.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const { examples } of blocks) examples.forEach(({ block }) => collect(block));
  return [...found].toSorted();
}

const TEXT_KEY = /^[A-Za-z][\w-]*(?:\.[\w-]+)+$/;

function slotInfo(name: string, source: GeneratorInput): Readonly<Record<string, object>> {
  const slots = Object.entries(readSlots(name, source));
  return Object.fromEntries(slots.map(([slot, { types, max }]) => [slot, { types, max }]));
}

/** Options with a list of values are always written, others only where they are wanted. */
function listGuardChoices(source: GeneratorInput, guards: readonly string[]): readonly object[] {
  const declared = new Map(source.journeys.flatMap(({ vocabulary }) => Object.entries(vocabulary.guards ?? {})));
  const permission = { enum: readEnum(source, '/schemas/guard.schema.json', 'permission') };
  return guards.flatMap((name): readonly object[] => {
    const options = Object.entries<JsonSchema>(name === 'staff' ? { permission } : (declared.get(name)?.options ?? {}));
    if (options.length === 0) return [{ name }];
    return options.flatMap(([option, schema]) =>
      schema.enum === undefined
        ? [{ name }, { name, [option]: schema.type === 'boolean' ? true : null }]
        : schema.enum.map((value) => ({ name, [option]: value })),
    );
  });
}

function readEnum(source: GeneratorInput, id: string, property?: string): readonly string[] {
  const schema = source.shared.get(id);
  return ((property === undefined ? schema : schema?.properties?.[property])?.enum ?? []).map(String);
}

function names(type: string, constant: string, description: string, values: readonly string[]): string {
  return `/** ${description} */
export type ${type} = ${writeUnion(values)};

export const ${constant}: readonly ${toPascalCase(type)}[] = ${writeLiteral(values)};`;
}
