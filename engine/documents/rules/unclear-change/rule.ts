import { byName } from '#engine/shared/by-name.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { ChangeOutcome } from '../../inheritance/apply-change.ts';
import { computePin } from '../../inheritance/compute-pin.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { type Tree, findBlock } from '../../inheritance/tree.ts';
import { isObject, selectObjects } from '../../json.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

const infoByType = byName<BlockInfo>(blockInfo);

export const unclearChange: Rule = {
  id: 'unclear-change',
  severity: 'error',
  description: 'Every change of a variant concerns one place, and only what its operation can change.',
  expanded: function* ({ written, outcomes, tree }) {
    for (const [index, outcome] of outcomes.entries()) {
      const known = shapeIsWrong(written.value['changes'], index);
      if (outcome.status === 'unclear' && !known)
        yield {
          location: {
            file: written.file,
            path: ['changes', index, ...(outcome.path ?? [])],
            at: 'key',
          },
          message: outcome.message,
        };
    }
    yield* setTwice(written, outcomes);
    yield* closedBlocks(written, tree);
  },
};

/** Blocks of most types have none inside of them. */
function* closedBlocks({ file, value }: WrittenDocument, tree: Tree): Generator<FindingDraft> {
  for (const [index, { into }] of selectObjects(value['changes']).entries()) {
    const block = typeof into === 'string' ? findBlock(tree, into) : undefined;
    const info = block === undefined ? undefined : infoByType[String(block['type'])];
    if (info === undefined || info.children.length > 0 || Object.keys(info.slots ?? {}).length > 0) continue;
    yield {
      location: { file, path: ['changes', index, 'into'] },
      message: `The block "${String(into)}" (${String(block?.['type'])}) has no blocks inside of it. Name one that has, or the place "before" or "after" it.`,
      expected: '"before" or "after", or a block with blocks inside of it',
      found: into,
      covers: [{ file, path: ['changes', index] }],
    };
  }
}

/** Pins of two changes of one block stand for each other's props: one that was copied or left out has this cause. */
function* setTwice({ file, value }: WrittenDocument, outcomes: ExpandedDocument['outcomes']): Generator<FindingDraft> {
  const changes = Array.isArray(value['changes']) ? (value['changes'] as readonly unknown[]) : [];
  const first = new Map<unknown, number>();
  for (const [index, change] of changes.entries()) {
    if (!isObject(change)) continue;
    const { op, block, pin } = change;
    const before = first.get(block);
    if (op !== 'set') first.delete(block);
    else if (before === undefined) first.set(block, index);
    else if (!isPinned(outcomes[index], pin))
      yield {
        location: { file, path: ['changes', index, 'block'] },
        severity: pin === undefined ? 'warning' : 'error',
        message: `The props of the block "${String(block)}" are set twice, by changes[${before}] and by this change. Write them into one change.`,
        expected: 'one "set" for each block',
        found: block,
        follows: [{ file, path: ['changes', before] }],
        covers: [{ file, path: ['changes', index] }],
      };
  }
}

const isPinned = (outcome: ChangeOutcome | undefined, pin: unknown): boolean =>
  outcome?.status !== 'applied' || outcome.base === undefined || computePin(outcome.base.value) === pin;

/** The schema reports unknown operations. */
function shapeIsWrong(changes: unknown, index: number): boolean {
  const change: unknown = Array.isArray(changes) ? changes[index] : undefined;
  const operation: unknown = typeof change === 'object' && change !== null ? Reflect.get(change, 'op') : undefined;
  return !['set', 'replace', 'insert', 'move', 'remove', 'document'].includes(String(operation));
}
