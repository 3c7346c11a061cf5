import type { Source } from './source.ts';

/** Types of the blocks that may stand inside a block: those that it names, then those that name it, such as blocks of journeys. */
export function childrenOf(name: string, { blocks }: Pick<Source, 'blocks'>): readonly string[] {
  const own = blocks.find((block) => block.name === name)?.schema.children ?? [];
  const others = blocks.filter(({ schema }) => schema.parents?.includes(name) === true).map((block) => block.name);
  return [...new Set([...own, ...others])];
}
