import { LRUCache } from 'lru-cache';
import { buildDocument } from './build-document.ts';
import { type Draft, applyChange } from './expand/apply-change.ts';
import type { ExpandedDocument } from './expand/expand.ts';
import { type Tree, flatten, idsOf } from './expand/tree.ts';
import { fillIn } from './expand/use-fragment.ts';
import { objectsOf } from './json.ts';
import type { DocumentId, ResolvedDocument, Site } from './types.ts';

type Parts = ReadonlyMap<DocumentId, ExpandedDocument>;

interface Composer {
  readonly parts: Parts;
  readonly composed: LRUCache<string, Composed>;
}

interface Composed {
  readonly document: ResolvedDocument | null;
}

/** Bytes of combinations that are kept, over all documents of a site: anybody may name combinations that nobody gets. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Kept beside the site, so that a site stays plain data. */
const composers = new WeakMap<Site, Composer>();

/** Notes what the documents of a site were made of, for `composeArms`. */
export function rememberParts(site: Site, parts: Parts): void {
  const sizeCalculation = ({ document }: Composed, key: string): number =>
    200 + 2 * key.length + (document === null ? 0 : documentBytes(document));
  composers.set(site, { parts, composed: new LRUCache({ maxSize: MOST_BYTES, sizeCalculation }) });
}

/**
 * One document with the changes of several variants, applied in the order given: what a visitor of several experiments
 * gets. No variant gives the document, one gives the variant itself. Combinations are remembered as long as there is place.
 * `null` when a variant is unknown, is based on another document, or changes what another one took away.
 */
export function composeArms(
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
    const expanded = expandArms(document, variants, composer.parts);
    composed = { document: expanded === null ? null : buildDocument(expanded) };
    composer.composed.set(key, composed);
  }
  return composed.document;
}

/** What the documents of a site were made of; `undefined` for a site that was not resolved from documents. */
export function partsOf(site: Site): Parts | undefined {
  return composers.get(site)?.parts;
}

/** Roughly what a combination takes in memory: less than its text, because it shares most of its parts with others. */
export function documentBytes(document: ResolvedDocument): number {
  return JSON.stringify(document).length;
}

/** What variants change on a document, in order: which document says so, and its operation with the block it is about. */
export function changesOf(
  site: Site,
  document: DocumentId,
  variants: readonly DocumentId[],
): readonly { readonly document: DocumentId; readonly operation: string; readonly block: string }[] {
  const chain = changingDocuments(document, variants, composers.get(site)?.parts ?? new Map()) ?? [];
  return chain.flatMap(({ id, written }) =>
    objectsOf(written.value['changes']).map((change) => ({
      document: id,
      operation: String(change['op']),
      block: String(change['block'] ?? change['after'] ?? change['before'] ?? change['into'] ?? ''),
    })),
  );
}

/** As `composeArms`, before defaults and facets; for rules that look at combinations. */
export function expandArms(id: DocumentId, variants: readonly DocumentId[], parts: Parts): ExpandedDocument | null {
  const base = parts.get(id);
  const chain = changingDocuments(id, variants, parts);
  if (base === undefined || chain === null) return null;
  const fill = (tree: Tree): Tree => fillIn(tree, (use) => parts.get(String(use['fragment']))?.tree ?? []);
  let draft: Draft = { head: base.head, tree: base.tree };
  for (const { written } of chain) {
    for (const [index, change] of objectsOf(written.value['changes']).entries()) {
      const applied = applyChange(draft, change, { file: written.file, path: ['changes', index] }, fill);
      if (applied.outcome.status !== 'applied') return null;
      draft = applied.draft;
    }
  }
  const blocks = flatten(draft.tree);
  const ids = idsOf(blocks);
  if (new Set(ids).size < ids.length) return null;
  const sources = new Set([...base.sources, ...chain.flatMap((part) => part.sources)]);
  return { ...base, head: draft.head, tree: draft.tree, blocks, outcomes: [], sources: [...sources] };
}

/** The documents whose changes lead from a document to its variants, each once; `null` when one is not based on it. */
export function changingDocuments(
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
