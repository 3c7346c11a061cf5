import { byName } from '#engine/shared/by-name.ts';
import { readHeadingLevel } from '#engine/shared/heading-level.ts';
import { type Binding, blockBindings } from '#schemas/generated/bindings.ts';
import { type BlockInfo, type SlotInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import { type Default, withDefaults } from '#engine/shared/defaults.ts';
import { blockDefaults } from '#schemas/generated/defaults.ts';
import { type Tree, getChildren } from './inheritance/tree.ts';
import type { JsonObject } from './json.ts';

const infoByType = byName<BlockInfo>(blockInfo);
const bindingsByType = byName<readonly Binding[]>(blockBindings);
const defaultsByType = byName<readonly Default[]>(blockDefaults);

/** Slots of a block by name, in the order of its schema. */
export function getSlots(block: JsonObject): Readonly<Record<string, SlotInfo>> {
  return infoByType[String(block['type'])]?.slots ?? {};
}

/** Slot of a block inside another one: the one that it names, or the only possible one. */
export function findSlot(around: JsonObject, block: JsonObject): string | undefined {
  if (typeof block['slot'] === 'string') return block['slot'];
  const [only, ...others] = Object.keys(getSlots(around));
  return others.length === 0 && !isPlainChild(around, block) ? only : undefined;
}

/** Whether a block may be inside another one outside of slots. */
export function isPlainChild(around: JsonObject, { type }: JsonObject): boolean {
  return infoByType[String(around['type'])]?.children.some((each) => each === type) === true;
}

/** A block of a document in its place, for rules. */
export interface PlacedBlock {
  readonly block: JsonObject;
  readonly around: JsonObject | undefined;
  /** The use of a fragment that inserts it into its parent. */
  readonly use: JsonObject | undefined;
  /** The outermost use of a fragment around it, with the depth of its blocks. */
  readonly outerUse: { readonly use: JsonObject; readonly depth: number } | undefined;
  /** 1 for a top-level block. */
  readonly depth: number;
}

/** All blocks of a tree, outer ones first; uses of fragments are no blocks. */
export function* listPlacedBlocks(tree: Tree, at: Omit<PlacedBlock, 'block'> = OUTSIDE): Generator<PlacedBlock> {
  for (const block of tree) {
    if (typeof block['fragment'] === 'string') {
      const { use = block, outerUse = { use: block, depth: at.depth } } = at;
      yield* listPlacedBlocks(getChildren(block), { ...at, use, outerUse });
    } else {
      yield { ...at, block };
      yield* listPlacedBlocks(getChildren(block), { ...at, around: block, use: undefined, depth: at.depth + 1 });
    }
  }
}

const OUTSIDE: Omit<PlacedBlock, 'block'> = { around: undefined, use: undefined, outerUse: undefined, depth: 1 };

/** A block inside another one, as it is rendered there. */
export interface InnerBlock {
  readonly block: JsonObject;
  readonly slot: string | undefined;
  /** Level of its title, unless it states its own; `undefined` in no slot. */
  readonly level: number | undefined;
}

/** Blocks inside a block, slot by slot in the order of its schema, as the page shows them. */
export function listInnerBlocks(around: JsonObject, level: number | undefined): readonly InnerBlock[] {
  const inner: Tree = getChildren(around);
  if (inner.length === 0) return [];
  const slots = Object.keys(getSlots(around));
  const below = levelInside(around, level);
  return inner
    .map((block): InnerBlock => {
      const slot = findSlot(around, block);
      return { block, slot, level: slot === undefined ? undefined : below };
    })
    .toSorted((one, other) => slots.indexOf(one.slot ?? '') - slots.indexOf(other.slot ?? ''));
}

/** The block with its defaults; the level of its title is that of its place. */
export function fillBlock(block: JsonObject, level: number | undefined): JsonObject {
  const defaults = defaultsByType[String(block['type'])] ?? [];
  const hasLevel = level !== undefined && defaults.some(({ path }) => path.length === 1 && path[0] === 'level');
  return withDefaults(hasLevel ? { level, ...block } : block, defaults);
}

/** Level of titles inside: one below the block's own title, or that of the block if it has none. */
function levelInside(block: JsonObject, level: number | undefined): number | undefined {
  const filled = fillBlock(block, level);
  const title = bindingsByType[String(block['type'])]?.find(
    ({ heading, path: [name = '', ...inner] }) =>
      heading !== undefined && inner.length === 0 && filled[name] !== undefined,
  );
  const own = title?.heading === undefined ? undefined : readHeadingLevel(title.heading, filled, title.path);
  if (own !== undefined) return own + 1;
  return typeof filled['level'] === 'number' ? filled['level'] : level;
}
