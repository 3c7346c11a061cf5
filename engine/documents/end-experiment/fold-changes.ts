import { type ChangedDocument, applyChange } from '../inheritance/apply-change.ts';
import { copyOrigin, recordLocation } from '../inheritance/origin.ts';
import { type Tree, changeBlock, findBlock } from '../inheritance/tree.ts';
import { type JsonObject, isObject, selectObjects, asString } from '../json.ts';
import type { SourceLocation } from '../source-location.ts';
import type { DocumentId } from '../types.ts';
import { RefusalError } from './refusal-error.ts';
import type { WrittenValues } from './written-values.ts';

/** One change of a variant with its position. */
export interface WrittenChange {
  readonly change: JsonObject;
  readonly location: SourceLocation;
}

/**
 * Inlines changes into a complete document. Changes of blocks of a fragment are inlined into the fragment,
 * or into a copy of it where other documents use it, too.
 *
 * @param name prefix for the names of copied fragments
 * @throws Refusal for a change that only a variant can express
 */
export function foldChanges(
  id: DocumentId,
  changes: readonly WrittenChange[],
  { values, name }: { readonly values: WrittenValues; readonly name: string },
): void {
  for (const change of changes) {
    const [own, draft] = createDraft(id, values);
    const folded = fold(draft, change, { values, name, isShared: false });
    values.set(own, join(values.get(own), folded));
  }
}

interface Folding {
  readonly values: WrittenValues;
  readonly name: string;
  /** The parent fragment is used several times. */
  readonly isShared: boolean;
}

function createDraft(id: DocumentId, values: WrittenValues): readonly [DocumentId, ChangedDocument] {
  const { blocks, ...head } = values.get(id);
  recordLocation(head, values.toFile(id), []);
  return [id, { head, tree: selectObjects(blocks) }];
}

/** The document with its properties in their order. */
function join(before: JsonObject, { head, tree }: ChangedDocument): JsonObject {
  const remaining = Object.keys(before).flatMap((key) =>
    key === 'blocks' ? [[key, tree] as const] : Object.hasOwn(head, key) ? [[key, head[key]] as const] : [],
  );
  return { ...Object.fromEntries(remaining), ...head };
}

const PLACES = ['block', 'before', 'after', 'into'] as const;

function fold(draft: ChangedDocument, { change, location }: WrittenChange, folding: Folding): ChangedDocument {
  const ids = PLACES.flatMap((key) => asString(change[key]) ?? []);
  if (ids.every((id) => findBlock(draft.tree, id) !== undefined)) return apply(draft, { change, location });
  const uses = new Set(ids.map((id) => findUse(id, draft.tree)));
  const [use] = uses;
  if (use === undefined || uses.size > 1)
    throw new RefusalError(
      location,
      `The change is about ${ids.map((id) => `"${id}"`).join(' and ')}, which are in different fragments; a whole document cannot say that.`,
    );
  return foldIntoFragment(draft, { change, location }, use, folding);
}

function apply(draft: ChangedDocument, { change, location }: WrittenChange): ChangedDocument {
  const applied = applyChange(draft, besideUse(change, draft.tree), location, (blocks) => blocks);
  if (applied.outcome.status === 'unclear') throw new RefusalError(location, applied.outcome.message);
  if (applied.outcome.status === 'missing')
    throw new RefusalError(location, `There is no block "${applied.outcome.target}" in the document itself.`);
  return applied.draft;
}

/** Blocks inserted into the use of a fragment come last there: in a complete document they follow the use. */
function besideUse(change: JsonObject, tree: Tree): JsonObject {
  const { into, ...rest } = change;
  const isUse = typeof into === 'string' && typeof findBlock(tree, into)?.['fragment'] === 'string';
  return isUse ? { ...rest, after: into } : change;
}

/** The use of a fragment that a block with this id comes from. */
function findUse(id: string, tree: Tree): JsonObject | undefined {
  const use = id.includes('/') ? findBlock(tree, id.slice(0, id.indexOf('/'))) : undefined;
  return typeof use?.['fragment'] === 'string' ? use : undefined;
}

function foldIntoFragment(
  draft: ChangedDocument,
  { change, location }: WrittenChange,
  use: JsonObject,
  folding: Folding,
): ChangedDocument {
  if (change['op'] === 'insert' || change['op'] === 'replace')
    throw new RefusalError(
      location,
      `The change brings blocks into the fragment "${String(use['fragment'])}", where they would get other ids. Put the fragment's blocks into the document itself, or the new ones beside it.`,
    );
  const { values, name } = folding;
  const fragment = String(use['fragment']);
  const isShared = folding.isShared || countUses(fragment, values) > 1;
  const [, inner] = createDraft(fragment, values);
  const folded = fold(inner, { change: withoutPrefix(change, String(use['id'])), location }, { ...folding, isShared });
  const target = isShared ? freeId(`${fragment}-${name}`, values) : fragment;
  values.set(target, join(values.get(fragment), folded), fragment);
  if (!isShared) return draft;
  const tree = changeBlock(draft.tree, String(use['id']), (block) => [
    copyOrigin({ ...block, fragment: target }, block),
  ]);
  return { ...draft, tree };
}

function withoutPrefix(change: JsonObject, use: string): JsonObject {
  const own = PLACES.flatMap((key) => {
    const id = asString(change[key]);
    return id === undefined ? [] : [[key, id.slice(use.length + 1)] as const];
  });
  return { ...change, ...Object.fromEntries(own) };
}

function freeId(wanted: DocumentId, values: WrittenValues): DocumentId {
  let id = wanted;
  for (let number = 2; values.has(id); number += 1) id = `${wanted}-${number}`;
  return id;
}

/** How many times documents use a fragment. */
function countUses(fragment: DocumentId, values: WrittenValues): number {
  const count = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + count(item), 0);
    if (!isObject(value)) return 0;
    return Object.values(value).reduce<number>(
      (sum, item) => sum + count(item),
      value['fragment'] === fragment ? 1 : 0,
    );
  };
  return [...values.left()].reduce((sum, [, value]) => sum + count(value), 0);
}
