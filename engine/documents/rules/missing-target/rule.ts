import { suggestName } from '#engine/shared/suggest-name.ts';
import type { ExpandedDocument } from '../../inheritance/expander.ts';
import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { findBlock, getChildren, listIds, findRepeatedIds } from '../../inheritance/tree.ts';
import { isObject, selectObjects } from '../../json.ts';
import type { CommonFinding, FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { Project } from '../../project.ts';
import type { Rule } from '../rule.ts';

export const missingTarget: Rule = {
  id: 'missing-target',
  severity: 'error',
  description: 'Every change of a variant finds the block it names in the base (N3).',
  project: function* ({ expanded }) {
    const all = [...expanded.values()].flatMap((document) => [...missingIn(document, expanded)]);
    for (const same of Map.groupBy(all, ({ base, target }) => `${base} ${target}`).values()) {
      const [first, ...others] = same;
      if (first === undefined) continue;
      const renamed = others.length > 0 && first.nearest?.file === toFile(first.base) ? first : undefined;
      yield renamed === undefined ? unknownTarget(first, others) : renamedBlock(renamed, same);
    }
  },
};

/** A change of a missing block. */
interface Missing {
  readonly variant: string;
  /** The complete document at the root of all variants. */
  readonly base: string;
  readonly target: string;
  readonly known: readonly string[];
  readonly location: SourceLocation;
  readonly suggestion: string | undefined;
  /** Position of the most similar id. */
  readonly nearest: SourceLocation | undefined;
  readonly follows: readonly SourceLocation[];
  /** Of an earlier change that takes out what the block was in. */
  readonly together: CommonFinding | undefined;
}

const toFile = (id: string): string => `pages-config/${id}.json`;

function* missingIn(document: ExpandedDocument, expanded: Project['expanded']): Generator<Missing> {
  const { id, written, bases, outcomes, sources } = document;
  if (outcomes.every(({ status }) => status !== 'missing')) return;
  // Failed changes of the base, and duplicate ids, explain a missing block.
  const ofBases = sources
    .filter((source) => bases.includes(source.id))
    .flatMap(({ file, value }) => [
      ...selectObjects(value['changes']).flatMap((_, index) => listLocations(file, index)),
      ...findRepeatedIds(selectObjects(value['blocks'])),
      ...idLocations(value['blocks'], { file, path: ['blocks'] }),
    ]);
  const ofBasesNotInserted = bases.flatMap((each) => idsNotInserted(expanded.get(each)));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status !== 'missing') continue;
    const { key, target, known } = outcome;
    // A change without a block has a finding of its own, and blocks that another change fails to insert are missing therefore.
    const notInserted = [...ofBasesNotInserted, ...idsNotInserted(document, index)];
    if (target === '' || notInserted.includes(target.split('/')[0] ?? '')) continue;
    const inner = target.split('/').at(-1) ?? '';
    const suggestion = inner !== target && known.includes(inner) ? inner : suggestName(target, known);
    const block =
      suggestion === undefined ? undefined : findBlock(expanded.get(bases[0] ?? '')?.tree ?? [], suggestion);
    const nearest = block && locateInside(getOrigin(block), ['id']);
    yield {
      variant: id,
      base: bases.at(-1) ?? '',
      target,
      known,
      location: { file: written.file, path: ['changes', index, key] },
      suggestion,
      nearest,
      together: findRemovalAround(document, expanded, index, target),
      follows: [
        ...ofBases,
        ...outcomes.slice(0, index).flatMap((_, before) => listLocations(written.file, before)),
        ...(nearest === undefined ? [] : [nearest]),
      ],
    };
  }
}

/** Changes of blocks inside of one that an earlier change takes out are one mistake, at that change. */
function findRemovalAround(
  { written, bases }: ExpandedDocument,
  expanded: Project['expanded'],
  index: number,
  target: string,
): CommonFinding | undefined {
  const tree = expanded.get(bases[0] ?? '')?.tree ?? [];
  const changes: readonly unknown[] = Array.isArray(written.value['changes']) ? written.value['changes'] : [];
  const removal = changes.slice(0, index).findIndex((change) => {
    if (!isObject(change) || (change['op'] !== 'remove' && change['op'] !== 'replace')) return false;
    const around = findBlock(tree, String(change['block']));
    return around !== undefined && listIds(getChildren(around)).includes(target);
  });
  if (removal < 0) return undefined;
  return {
    location: { file: written.file, path: ['changes', removal, 'block'] },
    message:
      'This change takes out a block, and later changes name blocks that were inside of it. Take those changes out, or put this one after them:',
    expected: 'changes of blocks before the change that takes them out',
    name: `"${target}"`,
  };
}

/** Positions of block ids, where errors make targets of changes unknown. */
function idLocations(blocks: unknown, { file, path }: SourceLocation): readonly SourceLocation[] {
  return (Array.isArray(blocks) ? blocks : []).flatMap((block: unknown, index): readonly SourceLocation[] => {
    if (!isObject(block)) return [];
    const own = [...path, index];
    return [
      { file, path: 'id' in block ? [...own, 'id'] : own },
      ...idLocations(block['blocks'], { file, path: [...own, 'blocks'] }),
    ];
  });
}

/** Ids of blocks in changes, or in those before one of them, that could not be inserted. */
function idsNotInserted(document: ExpandedDocument | undefined, before?: number): readonly string[] {
  const changes = selectObjects(document?.written.value['changes']);
  return (document?.outcomes ?? [])
    .slice(0, before)
    .flatMap(({ status }, index) => (status === 'applied' ? [] : listIds(selectObjects(changes[index]?.['blocks']))));
}

function unknownTarget(
  { base, target, known, location, suggestion, follows, together }: Missing,
  others: readonly Missing[],
): FindingDraft {
  const more = [...new Set(others.map(({ variant }) => `"${variant}"`))];
  return {
    location,
    message: `The base "${base}" has no block "${target}" at this point of the changes.${more.length === 0 ? '' : ` ${more.join(', ')} ${more.length === 1 ? 'names' : 'name'} it, too.`}`,
    expected: `one of ${known.join(', ')}`,
    found: target,
    suggestion,
    follows,
    ...(together !== undefined && { together }),
  };
}

/** Several variants do not misspell equally. */
function renamedBlock(
  { base, target, location, nearest, suggestion, follows }: Missing,
  all: readonly Missing[],
): FindingDraft {
  const variants = [...new Set(all.map(({ variant }) => `"${variant}"`))];
  return {
    location: nearest ?? location,
    message: `Changes of ${variants.join(', ')} name the block "${target}", and "${base}" has none of this id any more. Give this one its id back, or write the new one in the changes.`,
    expected: `"id": "${target}"`,
    found: suggestion,
    suggestion: target,
    follows: follows.filter((cause) => cause !== nearest),
  };
}

/** A change without its pin, which does not affect the result. */
const listLocations = (file: string, index: number): readonly SourceLocation[] =>
  ['op', 'block', 'before', 'after', 'into', 'blocks', 'with'].map((key) => ({ file, path: ['changes', index, key] }));
