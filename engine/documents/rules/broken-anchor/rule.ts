import { didYouMean } from '#engine/base/did-you-mean.ts';
import type { ExpandedDocument } from '../../expand/expand.ts';
import { type Tree, childrenOf, idsOf } from '../../expand/tree.ts';
import type { AnchorUse } from '../../project.ts';
import type { DocumentId } from '../../types.ts';
import type { Rule } from '../rule.ts';

export const brokenAnchor: Rule = {
  id: 'broken-anchor',
  severity: 'error',
  description: 'Every `#id` in a link is the id of a block on the page it leads to.',
  project: function* ({ expanded, uses: { anchors } }) {
    const idsOn = (id: DocumentId): ReadonlySet<string> | undefined => {
      const document = expanded.get(id);
      return document === undefined ? undefined : anchorsOn(document);
    };
    for (const [first, ...more] of broken(anchors, idsOn)) {
      const { block, document, place } = first;
      const ids = idsOn(document) ?? new Set();
      const suggestion = didYouMean(block, ids);
      const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
      yield {
        place,
        message: `The page "${document}"${others} has no block with the id "${block}".`,
        expected: `one of ${[...ids].join(', ')}`,
        found: `#${block}`,
        suggestion: suggestion && `#${suggestion}`,
      };
    }
  },
};

const anchorsByDocument = new WeakMap<ExpandedDocument, ReadonlySet<string>>();

/** Ids of blocks, of their named parts, and of the main area of every layout. */
function anchorsOn(document: ExpandedDocument): ReadonlySet<string> {
  let ids = anchorsByDocument.get(document);
  if (ids === undefined) {
    ids = new Set([...idsOf(document.blocks), ...innerAnchors(document.blocks), 'main']);
    anchorsByDocument.set(document, ids);
  }
  return ids;
}

/** Broken anchors by the place they are written at: a link of a fragment stands on many pages. */
function broken(
  anchors: readonly AnchorUse[],
  idsOn: (id: DocumentId) => ReadonlySet<string> | undefined,
): Iterable<readonly [AnchorUse, ...AnchorUse[]]> {
  const byPlace = new Map<string, [AnchorUse, ...AnchorUse[]]>();
  for (const anchor of anchors) {
    if (idsOn(anchor.document)?.has(anchor.block) !== false) continue;
    const key = JSON.stringify(anchor.place);
    const known = byPlace.get(key);
    if (known === undefined) byPlace.set(key, [anchor]);
    else known.push(anchor);
  }
  return byPlace.values();
}

/** Parts of a block that name themselves by `anchor` are reached as `block-anchor`. */
function* innerAnchors(tree: Tree): Generator<string> {
  for (const { id, blocks: _blocks, ...props } of tree) {
    for (const anchor of anchorsIn(props)) yield `${String(id)}-${anchor}`;
  }
  for (const block of tree) yield* innerAnchors(childrenOf(block));
}

function* anchorsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'anchor' && typeof inner === 'string') yield inner;
    else yield* anchorsIn(inner);
  }
}
