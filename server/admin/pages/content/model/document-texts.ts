import type { ExpandedDocument } from '#engine/documents/inheritance/expander.ts';
import { getChildren, type Tree } from '#engine/documents/inheritance/tree.ts';
import { CONFIRMED_FILE } from '#engine/documents/confirmed-texts.ts';
import { findBound } from '#engine/documents/find-bound.ts';
import { type JsonObject, isObject, parseObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/source-location.ts';
import { isMeant, findSameTexts } from '#engine/documents/rules/untranslated-text/same-text.ts';
import { withoutPlural } from '#engine/documents/texts.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type Binding, blockBindings, formBindings, metaBindings } from '#schemas/generated/bindings.ts';
import { isContentPath } from '#server/site/publications/content-path.ts';
import type { Content } from './content.ts';

/** A text of a document, by its key. */
export interface DocumentText {
  readonly key: string;
  /** First use in the block, such as `items[0].title`. */
  readonly path: string;
}

/** A block with its own texts, or the use of a fragment with the texts of the fragment. */
export interface BlockTexts {
  /** `meta` for the title and the description of the page. */
  readonly id: string;
  /** Type of the block; absent for `meta` and fragments. */
  readonly type?: string;
  readonly fragment?: DocumentId;
  readonly texts: readonly DocumentText[];
}

/** Title and description of the page, listed like a block. */
export const META = 'meta';

const bindings: Readonly<Record<string, readonly Binding[]>> = blockBindings;
const found = new WeakMap<ExpandedDocument, readonly BlockTexts[]>();

/** The texts of a document by block in page order, with those inherited from its base. */
export function groupTextsByBlock(document: ExpandedDocument): readonly BlockTexts[] {
  let blocks = found.get(document);
  if (blocks === undefined) {
    const meta = { id: META, texts: textsIn(document.head['meta'], metaBindings) };
    blocks = [meta, ...blocksIn(document.tree)].filter((block) => 'fragment' in block || block.texts.length > 0);
    found.set(document, blocks);
  }
  return blocks;
}

function blocksIn(tree: Tree): readonly BlockTexts[] {
  return tree.flatMap((block): readonly BlockTexts[] => {
    const id = String(block['id']);
    if (typeof block['fragment'] === 'string') return [{ id, fragment: block['fragment'], texts: [] }];
    const type = String(block['type']);
    return [{ id, type, texts: textsIn(block, bindings[type] ?? []) }, ...blocksIn(getChildren(block))];
  });
}

function textsIn(value: unknown, own: readonly Binding[]): readonly DocumentText[] {
  const texts = new Map<string, DocumentText>();
  for (const { path, value: key, binding } of findBound(value, own))
    if (binding.as === 'text' && typeof key === 'string' && !texts.has(key))
      texts.set(key, { key, path: formatPath(path) });
  return [...texts.values()];
}

/** Keys of all texts of a form document. */
export const listFormKeys = (value: JsonObject): readonly string[] =>
  textsIn(value, formBindings).map(({ key }) => key);

/** Keys of all texts on a page, including those of its fragments. */
export function listTextKeys({ head, blocks }: ExpandedDocument): ReadonlySet<string> {
  const keys = new Set(textsIn(head['meta'], metaBindings).map(({ key }) => key));
  const walk = (tree: readonly JsonObject[]): void => {
    for (const block of tree) {
      for (const { key } of textsIn(block, bindings[String(block['type'])] ?? [])) keys.add(key);
      walk(getChildren(block));
    }
  };
  walk(blocks);
  return keys;
}

/** The plural forms of a key as they stand in files; the key itself when it has none. */
export function listKeyForms({ texts }: Pick<Content, 'texts'>, key: string): readonly string[] {
  if (texts.keys.has(key)) return [key];
  const forms = [...texts.keys.keys()].filter((each) => withoutPlural(each) === key);
  return forms.length === 0 ? [key] : forms;
}

/** Languages whose text equals that of another language without a confirmation that this is intended. */
export function listUntranslated(
  { files, texts }: Content,
  key: string,
): readonly { readonly locale: Locale; readonly other: Locale }[] {
  const versions = texts.keys.get(key);
  const same = versions === undefined ? [] : findSameTexts(versions);
  if (versions === undefined || same.length === 0) return [];
  const marks = parseObject(files.get(CONFIRMED_FILE));
  return same.filter((each) => {
    const own = marks[each.locale];
    return !isMeant(versions, each, isObject(own) ? own[key] : undefined);
  });
}

/** Documents that define a text key, by key: an edit changes all of them. */
export function groupTextUsers({ expanded }: Content): ReadonlyMap<string, readonly DocumentId[]> {
  const users = new Map<string, DocumentId[]>();
  for (const [id, document] of expanded)
    for (const { texts } of groupTextsByBlock(document))
      for (const { key } of texts) {
        const known = users.get(key);
        if (known === undefined) users.set(key, [id]);
        else if (known.at(-1) !== id) known.push(id);
      }
  return users;
}

/** The file of a text in a language, and its name in that file; `null` for texts of the build. */
export function locateText(key: string, language: string): { readonly path: string; readonly name: string } | null {
  const dot = key.indexOf('.');
  const path = `locales/${language}/${key.slice(0, dot)}.json`;
  return isContentPath(path) ? { path, name: key.slice(dot + 1) } : null;
}
