import { suggestName } from '#engine/shared/suggest-name.ts';
import { type LayoutInfo, layouts } from '#schemas/generated/vocabulary.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { type Tree, getChildren } from '../../inheritance/tree.ts';
import type { JsonObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Rule } from '../rule.ts';

const layoutByName: Readonly<Record<string, LayoutInfo>> = layouts;

export const unknownArea: Rule = {
  id: 'unknown-area',
  severity: 'error',
  description: "Every block is in an area that the document's layout has, and blocks inside of it name none.",
  expanded: function* ({ head, tree, blocks }) {
    const name = String(head['layout']);
    const areas = layoutByName[name]?.areas;
    if (areas === undefined) return;
    // The area of a use applies to all its blocks without an own one.
    const uses = tree.filter((block) => typeof block['fragment'] === 'string' && isUnknown(block, areas));
    for (const use of uses) yield wrongArea(use, name, areas);
    const ofUses = new Set(uses.map(({ area }) => area));
    yield* areasInside(tree);
    for (const block of blocks) {
      if (isUnknown(block, areas) && !ofUses.has(block['area'])) yield wrongArea(block, name, areas);
    }
  },
};

const isUnknown = ({ area }: JsonObject, areas: readonly string[]): boolean =>
  typeof area === 'string' && !areas.includes(area);

function wrongArea(block: JsonObject, layout: string, areas: readonly string[]): FindingDraft {
  const area = String(block['area']);
  return {
    location: locateInside(getOrigin(block), ['area']),
    message: `The layout "${layout}" has no area named "${area}" for the block "${String(block['id'])}".`,
    expected: `one of ${areas.join(', ')}`,
    found: area,
    suggestion: suggestName(area, areas),
  };
}

/** Areas that blocks inside of others name; blocks of a fragment may name one for its uses outside of blocks. */
function* areasInside(tree: Tree): Generator<FindingDraft> {
  for (const block of tree)
    yield* typeof block['fragment'] === 'string' ? areasInside(getChildren(block)) : innerAreas(getChildren(block));
}

/** Inner blocks are in the area of their parent. */
function* innerAreas(blocks: Tree): Generator<FindingDraft> {
  for (const block of blocks) {
    if (block['area'] !== undefined)
      yield {
        location: locateInside(getOrigin(block), ['area'], 'key'),
        message: `The block "${String(block['id'])}" is inside of another block, and is where that is: an area of its own says nothing. Remove it, write "slot" for a place in that block, or take the block out of it.`,
        expected: 'no "area"',
        found: block['area'],
      };
    yield* areasInside([block]);
  }
}
