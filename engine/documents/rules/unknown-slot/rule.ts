import { suggestName } from '#engine/shared/suggest-name.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { type PlacedBlock, isPlainChild, listPlacedBlocks, getSlots } from '../../inner-blocks.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Rule } from '../rule.ts';

export const unknownSlot: Rule = {
  id: 'unknown-slot',
  severity: 'error',
  description: 'A block inside another one with several slots names one of them, and no other block names any.',
  expanded: function* ({ tree }) {
    for (const placed of listPlacedBlocks(tree)) yield* wrongSlot(placed);
  },
};

function* wrongSlot({ block, use, around }: PlacedBlock): Generator<FindingDraft> {
  const slots = around === undefined ? [] : Object.keys(getSlots(around));
  // The slot of a use applies to its blocks, which have none.
  const written = use ?? block;
  const id = String(written['id']);
  const { slot } = block;
  if (slot === undefined) {
    if (around === undefined || slots.length < 2 || isPlainChild(around, block)) return;
    yield {
      location: locateInside(getOrigin(written), []),
      message: `The block "${id}" does not say in which slot of "${String(around['id'])}" (${String(around['type'])}) it is.`,
      expected: `"slot": one of ${slots.join(', ')}`,
      mark: 'slot',
      // Written as "area", it is said there.
      follows: [locateInside(getOrigin(written), ['area'])],
    };
  } else if (typeof slot === 'string' && !slots.includes(slot)) {
    yield {
      location: locateInside(getOrigin(use?.['slot'] === undefined ? block : use), ['slot']),
      message:
        around === undefined
          ? `The block "${id}" is in no other block, so that its slot says nothing.`
          : `The block "${String(around['id'])}" (${String(around['type'])}) has no slot named "${slot}" for the block "${id}".`,
      expected: slots.length === 0 ? 'no "slot"' : `one of ${slots.join(', ')}`,
      found: slot,
      suggestion: suggestName(slot, slots),
    };
  }
}
