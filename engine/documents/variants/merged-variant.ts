import type { ExpandedDocument } from '../inheritance/expander.ts';
import { computePin } from '../inheritance/compute-pin.ts';
import { listPinnedChanges } from '../inheritance/list-pinned-changes.ts';
import { findBlock, getChildren, type Tree } from '../inheritance/tree.ts';
import { isObject, type JsonObject, projectOnto, selectObjects } from '../json.ts';
import { deriveChanges, getOwnProperties } from './derive-changes.ts';

/**
 * A variant with whole blocks instead of changes, for editors; edits are converted back to changes. In addition to the variant's properties
 * it has `blocks` and `base` (the blocks of its base), in which uses of fragments have no children; `changes` of blocks inside fragments;
 * and `outdated`, pins of changes whose base was edited, by block id. Changes without an entry there get the pin of `base`.
 *
 * @returns `null` for a variant that cannot be expressed by blocks: a change does not apply, or moves blocks of a fragment
 */
export function mergeVariant(expanded: ExpandedDocument, base: ExpandedDocument): JsonObject | null {
  const { written, outcomes, tree } = expanded;
  const changes = selectObjects(written.value['changes']);
  const isPlain = changes.every(
    (change, index) => outcomes[index]?.status === 'applied' && (change['op'] === 'set' || !isInsideFragment(change)),
  );
  if (!isPlain) return null;
  const outdated = listPinnedChanges(expanded)
    .filter(({ pin, base: { pin: now } }) => pin !== now)
    .map(({ change, pin }) => [String(change['block']), pin] as const);
  return {
    ...written.value,
    changes: changes.filter(isInsideFragment).map(({ pin: _pin, ...change }) => change),
    outdated: Object.fromEntries(outdated),
    blocks: withoutFragments(tree),
    base: withoutFragments(base.tree),
  };
}

/** Whether a change targets a block inside a fragment. */
export function isInsideFragment(change: JsonObject): boolean {
  return ['block', 'before', 'after', 'into'].some((key) => String(change[key] ?? '').includes('/'));
}

/** Blocks without the children of fragment uses. */
export function withoutFragments(tree: Tree): Tree {
  return tree.map((block) => {
    const children = block['fragment'] === undefined ? withoutFragments(getChildren(block)) : [];
    return { ...getOwnProperties(block), ...(children.length > 0 && { blocks: children }) };
  });
}

/** Whether a document is the result of `mergeVariant`: a variant in its stored form has no blocks. */
export const isMergedVariant = (value: JsonObject): boolean =>
  value['extends'] !== undefined && Array.isArray(value['blocks']);

/**
 * Converts it back to changes. Pins are those of its own `base`, so that concurrent edits of the base are detected; changes that replace
 * whole blocks have none unless outdated.
 *
 * @param stored the variant in its stored form
 */
export function splitVariant(merged: JsonObject, stored: JsonObject): JsonObject {
  const { blocks, base: written, outdated: pins, ...head } = merged;
  const outdated = isObject(pins) ? pins : {};
  const base = selectObjects(written);
  const changes = [
    ...selectObjects(stored['changes']).filter(({ op }) => op === 'document'),
    ...deriveChanges(base, selectObjects(blocks)),
    ...selectObjects(merged['changes']),
  ];
  return {
    ...head,
    changes: changes.map((change) => {
      if (!PINNED.has(change['op'])) return change;
      const block = String(change['block']);
      const before = change['op'] === 'set' ? findBlock(base, block) : undefined;
      const pin = outdated[block] ?? (before && computePin(projectOnto(before, change['props'])));
      return pin === undefined ? change : { ...change, pin };
    }),
  };
}

const PINNED: ReadonlySet<unknown> = new Set(['set', 'replace', 'remove']);

/** A variant with missing pins added to its changes. */
export function withMissingPins({ written, outcomes }: Pick<ExpandedDocument, 'written' | 'outcomes'>): JsonObject {
  const changes = selectObjects(written.value['changes']).map((change, index) => {
    const outcome = outcomes[index];
    return outcome?.status === 'applied' && outcome.base !== undefined && change['pin'] === undefined
      ? { ...change, pin: computePin(outcome.base.value) }
      : change;
  });
  return { ...written.value, changes };
}
