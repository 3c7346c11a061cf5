import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { listPlacedBlocks } from '../../inner-blocks.ts';
import type { Rule } from '../rule.ts';

/** Maximum nesting of blocks. */
const MAX_DEPTH = 3;

export const blockDepth: Rule = {
  id: 'block-depth',
  severity: 'error',
  description: 'Blocks are nested at most three levels deep, such as a block in a column of a section.',
  expanded: function* ({ tree }) {
    for (const { block, around, outerUse, depth } of listPlacedBlocks(tree)) {
      // Reported for the outermost block that is too deep.
      if (depth !== MAX_DEPTH + 1 || around === undefined) continue;
      // A fragment that is too deep by itself has a finding of its own.
      const isOfUse = outerUse !== undefined && depth - outerUse.depth < MAX_DEPTH;
      yield {
        location: isOfUse
          ? locateInside(getOrigin(outerUse.use), ['fragment'])
          : locateInside(getOrigin(block), ['id']),
        message: `The block "${String(block['id'])}" is in "${String(around['id'])}" and in ${MAX_DEPTH - 1} more blocks.`,
        expected: `at most ${MAX_DEPTH} blocks in one another`,
        mark: 'depth',
      };
    }
  },
};
