import type { SlotSchema } from './schema.ts';
import type { GeneratorInput } from './source.ts';

type Blocks = Pick<GeneratorInput, 'blocks'>;

/** Types of the blocks that a block renders as its children outside of slots: those it names, then those that name it, such as blocks of journeys. */
export function listChildTypes(name: string, { blocks }: Blocks): readonly string[] {
  const own = blocks.find((block) => block.name === name)?.schema.children ?? [];
  const others = blocks.filter(({ schema }) => schema.parents?.includes(name) === true).map((block) => block.name);
  return [...new Set([...own, ...others])];
}

/** Slots of a block by name, with groups replaced by their types. */
export function readSlots(name: string, { blocks }: Blocks): Readonly<Record<string, SlotSchema>> {
  const slots = blocks.find((block) => block.name === name)?.schema.slots ?? {};
  return Object.fromEntries(
    Object.entries(slots).map(([slot, schema]) => [slot, { ...schema, types: typesIn(schema.types, { blocks }) }]),
  );
}

/** Types of all blocks that may be inside a block, in slots or outside. */
export function listInnerTypes(name: string, source: Blocks): readonly string[] {
  const inSlots = Object.values(readSlots(name, source)).flatMap(({ types }) => types);
  return [...new Set([...listChildTypes(name, source), ...inSlots])];
}

/** Groups of the engine's blocks; a site may have no block of one. */
const GROUPS = ['content', 'form'];

/** Groups that blocks may belong to, as slots name them. */
export function listGroups({ blocks }: Blocks): readonly string[] {
  return [...new Set([...GROUPS, ...blocks.flatMap(({ schema }) => schema.groups ?? [])])].map((group) => `@${group}`);
}

function typesIn(names: readonly string[], { blocks }: Blocks): readonly string[] {
  const types = names.flatMap((name) =>
    name.startsWith('@')
      ? blocks.filter(({ schema }) => schema.groups?.includes(name.slice(1)) === true).map((block) => block.name)
      : [name],
  );
  return [...new Set(types)];
}
