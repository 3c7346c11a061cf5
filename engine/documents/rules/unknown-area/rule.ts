import { didYouMean } from '#engine/base/did-you-mean.ts';
import { type LayoutInfo, layouts } from '#schemas/generated/vocabulary.ts';
import { originOf, placeInside } from '../../expand/origin.ts';
import type { Rule } from '../rule.ts';

const layoutByName: Readonly<Record<string, LayoutInfo>> = layouts;

export const unknownArea: Rule = {
  id: 'unknown-area',
  severity: 'error',
  description: "Every block is in an area that the document's layout has.",
  expanded: function* ({ head, blocks }) {
    const name = String(head['layout']);
    const areas = layoutByName[name]?.areas;
    if (areas === undefined) return;
    for (const block of blocks) {
      const area = block['area'];
      if (typeof area !== 'string' || areas.includes(area)) continue;
      const suggestion = didYouMean(area, areas);
      yield {
        place: placeInside(originOf(block), ['area']),
        message: `The layout "${name}" has no area named "${area}" for the block "${String(block['id'])}".`,
        expected: `one of ${areas.join(', ')}`,
        found: area,
        suggestion,
      };
    }
  },
};
