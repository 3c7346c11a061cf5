import { byName } from '#engine/shared/by-name.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { type PlacedBlock, listPlacedBlocks, findSlot, getSlots } from '../../inner-blocks.ts';
import { isHidden } from '../../inheritance/tree.ts';
import type { JsonObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { Rule } from '../rule.ts';

const infoByType = byName<BlockInfo>(blockInfo);

export const slotContent: Rule = {
  id: 'slot-content',
  severity: 'error',
  description:
    'A block inside another one is of a type that its slot takes, and a slot has no more blocks than it takes.',
  expanded: function* ({ tree }) {
    const counts = new Map<JsonObject, Map<string, number>>();
    for (const { around, ...placed } of listPlacedBlocks(tree)) {
      if (around === undefined) continue;
      const slot = findSlot(around, placed.block);
      yield* wrongType(placed, around, slot);
      if (slot === undefined || [placed.block, placed.use].some((each) => each && isHidden(each))) continue;
      const inSlots = counts.get(around) ?? new Map<string, number>();
      counts.set(around, inSlots);
      inSlots.set(slot, (inSlots.get(slot) ?? 0) + 1);
      yield* tooMany(placed, around, { slot, count: inSlots.get(slot) ?? 0 });
    }
  },
};

type Inner = Pick<PlacedBlock, 'block' | 'use'>;

function* wrongType({ block, use }: Inner, around: JsonObject, slot: string | undefined): Generator<FindingDraft> {
  const type = String(block['type']);
  const info = infoByType[String(around['type'])];
  const slots = getSlots(around);
  const allowed: readonly string[] | undefined =
    slot !== undefined ? slots[slot]?.types : Object.keys(slots).length > 1 ? undefined : info?.children;
  if (infoByType[type] === undefined || allowed === undefined || allowed.includes(type)) return;
  // The schema reports a type that no slot accepts, unless a fragment inserts it.
  const isElsewhere = Object.values(slots).some(({ types }) => types.some((each) => each === type));
  if (use === undefined && !isElsewhere && info?.children.some((each) => each === type) !== true) return;
  yield {
    location: locateProperty({ block, use }, 'type'),
    message: `The block "${String(block['id'])}" (${type}) cannot be ${inPlace(around, slot)}.`,
    expected: `one of ${allowed.join(', ')}`,
    found: type,
    // A fragment in a slot is one mistake, however many blocks it has, and may be written into a block by mistake.
    ...(use !== undefined && { mark: 'type', follows: [locateInside(getOrigin(use), [])] }),
  };
}

function* tooMany(
  inner: Inner,
  around: JsonObject,
  { slot, count }: { readonly slot: string; readonly count: number },
): Generator<FindingDraft> {
  const max = getSlots(around)[slot]?.max;
  // One finding per slot: at the first superfluous block.
  if (max === undefined || count !== max + 1) return;
  yield {
    location: locateProperty(inner, 'id'),
    message: `The block "${String(inner.block['id'])}" is one too many ${inPlace(around, slot)}.`,
    expected: `at most ${max}`,
    mark: 'max',
  };
}

const inPlace = ({ id, type }: JsonObject, slot: string | undefined): string =>
  `${slot === undefined ? 'inside of' : `in the slot "${slot}" of`} "${String(id)}" (${String(type)})`;

/** Blocks of a fragment are reported where the fragment is used. */
function locateProperty({ block, use }: Inner, property: string): SourceLocation {
  return use === undefined ? locateInside(getOrigin(block), [property]) : locateInside(getOrigin(use), ['fragment']);
}
