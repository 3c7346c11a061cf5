import { LRUCache } from 'lru-cache';
import { buildDocument } from './build-document.ts';
import { type ChangedDocument, applyChange } from './inheritance/apply-change.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import { type Tree, listBlocks, listIds } from './inheritance/tree.ts';
import { expandFragment } from './inheritance/expand-fragment.ts';
import { selectObjects } from './json.ts';
import type { DocumentId, ResolvedDocument, Site } from './types.ts';

type Parts = ReadonlyMap<DocumentId, ExpandedDocument>;

interface Composer {
  readonly parts: Parts;
  readonly composed: LRUCache<string, Composed>;
}

interface Composed {
  readonly document: ResolvedDocument | null;
}

/** Cache size for combinations in bytes, over all documents of a site: a request may name any combination. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Stored beside the site, so that a site stays plain data. */
const composers = new WeakMap<Site, Composer>();

/** Stores the sources of a site's documents for `composeVariations`. */
export function rememberParts(site: Site, parts: Parts): void {
  const sizeCalculation = ({ document }: Composed, key: string): number =>
    200 + 2 * key.length + (document === null ? 0 : computeDocumentBytes(document));
  composers.set(site, { parts, composed: new LRUCache({ maxSize: MAX_BYTES, sizeCalculation }) });
}

/**
 * One document with the changes of several variants, applied in the given order, for a visitor of several experiments.
 * Without variants it returns the document, with one the variant itself. Combinations are cached up to a size.
 * `null` if a variant is unknown, extends another document, or changes a removed part.
 */
export function composeVariations(
  site: Site,
  document: DocumentId,
  variants: readonly DocumentId[],
): ResolvedDocument | null {
  if (variants.length <= 1) return site.documents.get(variants[0] ?? document) ?? null;
  const composer = composers.get(site);
  if (composer === undefined) return null;
  const key = [document, ...variants].join(' ');
  let composed = composer.composed.get(key);
  if (composed === undefined) {
    const expanded = expandVariations(document, variants, composer.parts);
    composed = { document: expanded === null ? null : buildDocument(expanded) };
    composer.composed.set(key, composed);
  }
  return composed.document;
}

/** Sources of a site's documents; `undefined` for a site that was not resolved from documents. */
export function getParts(site: Site): Parts | undefined {
  return composers.get(site)?.parts;
}

/** Approximate memory of a combination: less than its text, because it shares most parts with others. */
export function computeDocumentBytes(document: ResolvedDocument): number {
  return JSON.stringify(document).length;
}

/** Changes of variants on a document, in order: the variant, the operation and the block. */
export function listChanges(
  site: Site,
  document: DocumentId,
  variants: readonly DocumentId[],
): readonly { readonly document: DocumentId; readonly operation: string; readonly block: string }[] {
  const chain = findChangingDocuments(document, variants, composers.get(site)?.parts ?? new Map()) ?? [];
  return chain.flatMap(({ id, written }) =>
    selectObjects(written.value['changes']).map((change) => ({
      document: id,
      operation: String(change['op']),
      block: String(change['block'] ?? change['after'] ?? change['before'] ?? change['into'] ?? ''),
    })),
  );
}

/** As `composeVariations`, before defaults and facets; for rules that look at combinations. */
export function expandVariations(
  id: DocumentId,
  variants: readonly DocumentId[],
  parts: Parts,
): ExpandedDocument | null {
  const base = parts.get(id);
  const chain = findChangingDocuments(id, variants, parts);
  if (base === undefined || chain === null) return null;
  const fill = (tree: Tree): Tree => expandFragment(tree, (use) => parts.get(String(use['fragment']))?.tree ?? []);
  let draft: ChangedDocument = { head: base.head, tree: base.tree };
  for (const { written } of chain) {
    for (const [index, change] of selectObjects(written.value['changes']).entries()) {
      const applied = applyChange(draft, change, { file: written.file, path: ['changes', index] }, fill);
      if (applied.outcome.status !== 'applied') return null;
      draft = applied.draft;
    }
  }
  const made = listBlocks(draft.tree);
  const ids = listIds(made.blocks);
  if (new Set(ids).size < ids.length) return null;
  const sources = new Set([...base.sources, ...chain.flatMap((part) => part.sources)]);
  return { ...base, head: draft.head, tree: draft.tree, ...made, outcomes: [], sources: [...sources] };
}

/** The documents whose changes lead from a document to its variants, each once; `null` if one does not extend it. */
export function findChangingDocuments(
  base: DocumentId,
  variants: readonly DocumentId[],
  parts: Parts,
): readonly ExpandedDocument[] | null {
  const chain = new Set<ExpandedDocument>();
  for (const id of variants) {
    const variant = parts.get(id);
    const depth = variant?.bases.indexOf(base) ?? -1;
    if (variant === undefined || depth < 0) return null;
    for (const step of variant.bases.slice(0, depth).toReversed()) {
      const part = parts.get(step);
      if (part !== undefined) chain.add(part);
    }
    chain.add(variant);
  }
  return [...chain];
}
