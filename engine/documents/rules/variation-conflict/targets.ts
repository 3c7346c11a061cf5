import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { getChildren, findBlock, listIds } from '../../inheritance/tree.ts';
import { type JsonObject, isObject, selectObjects, asString } from '../../json.ts';

/** Label of the target of a change: a property of a block, a block with its children, a part of the document. */
interface Target {
  readonly name: string;
  readonly block?: string;
  /** Changes that several variations may make. */
  readonly isShared?: true;
  /** Removed or moved blocks. */
  readonly takes: ReadonlySet<string>;
}

/** Label of the first target that two lists of variants both change; insertions do not conflict. */
export function findCommonTarget(
  first: readonly ExpandedDocument[],
  second: readonly ExpandedDocument[],
  base: ExpandedDocument,
): string | undefined {
  const others = listTargets(second, base);
  for (const target of listTargets(first, base)) {
    const isSame = (other: Target): boolean => !target.isShared && target.name === other.name;
    const met = others.find((other) => isSame(other) || isTaken(target, other) || isTaken(other, target));
    if (met !== undefined) return target.name.length >= met.name.length ? target.name : met.name;
  }
  return undefined;
}

function isTaken({ block }: Target, { takes }: Target): boolean {
  return block !== undefined && takes.has(block);
}

function listTargets(documents: readonly ExpandedDocument[], base: ExpandedDocument): readonly Target[] {
  return documents.flatMap(({ written }) =>
    selectObjects(written.value['changes']).flatMap((change) => targetsOfChange(change, base)),
  );
}

const NOTHING: ReadonlySet<string> = new Set();

function targetsOfChange(change: JsonObject, { tree }: ExpandedDocument): readonly Target[] {
  const block = asString(change['block']) ?? '';
  switch (change['op']) {
    case 'set':
      return listKeys(change['props']).map((key) => ({
        name: `"${key}" of the block "${block}"`,
        block,
        takes: NOTHING,
      }));
    case 'document': {
      const set = isObject(change['set']) ? change['set'] : {};
      const own = listKeys(set).filter((key) => key !== 'meta');
      const meta = listKeys(set['meta']).map((key) => `meta.${key}`);
      return [...own, ...meta].map((key) => ({ name: `"${key}" of the document`, takes: NOTHING }));
    }
    case 'replace':
    case 'remove':
    case 'move': {
      const found = findBlock(tree, block);
      const takes = new Set(found === undefined ? [block] : [block, ...listIds(getChildren(found))]);
      return [{ name: `the block "${block}"`, block, takes: change['op'] === 'move' ? new Set([block]) : takes }];
    }
    default:
      return ['before', 'after', 'into'].flatMap((key) => {
        const beside = asString(change[key]);
        return beside === undefined
          ? []
          : [{ name: `an insertion ${key} "${beside}"`, block: beside, isShared: true, takes: NOTHING }];
      });
  }
}

function listKeys(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}
