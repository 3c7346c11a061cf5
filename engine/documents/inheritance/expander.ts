import { withoutOwnHead, selectOwnHead } from '../own-head.ts';
import { type JsonObject, selectObjects } from '../json.ts';
import type { DocumentId } from '../types.ts';
import type { WrittenDocument } from '../written.ts';
import { type Applied, type ChangedDocument, type ChangeOutcome, applyChange } from './apply-change.ts';
import { recordMerge, recordLocation } from './origin.ts';
import { type Tree, listBlocks } from './tree.ts';
import { expandFragment } from './expand-fragment.ts';

/** A document with its fragments resolved and, for a variant, its changes applied to its base. */
export interface ExpandedDocument {
  readonly id: DocumentId;
  readonly written: WrittenDocument;
  /** Nearest first. */
  readonly bases: readonly DocumentId[];
  /** Everything but the blocks, with the origin of each part. */
  readonly head: JsonObject;
  /** Blocks with the uses of fragments as blocks of their own, on which variants operate. */
  readonly tree: Tree;
  /** Blocks without the uses of fragments, including hidden ones, which are checked as well. */
  readonly blocks: Tree;
  /** Rendered blocks among them. */
  readonly shown: Tree;
  /** The result of `changes[i]`, in order, without those of the base. */
  readonly outcomes: readonly ChangeOutcome[];
  /** All sources, including the document itself: equal sources give an equal result. */
  readonly sources: readonly WrittenDocument[];
}

/**
 * Expands documents on demand. A document is `undefined` if it or one of its sources is unreadable,
 * missing or part of a cycle; other rules report the reason.
 */
export class Expander {
  readonly #written: ReadonlyMap<DocumentId, WrittenDocument>;
  readonly #previous: ReadonlyMap<DocumentId, ExpandedDocument>;
  readonly #done = new Map<DocumentId, ExpandedDocument | undefined>();

  constructor(written: ReadonlyMap<DocumentId, WrittenDocument>, previous: ReadonlyMap<DocumentId, ExpandedDocument>) {
    this.#written = written;
    this.#previous = previous;
  }

  expand(id: DocumentId): ExpandedDocument | undefined {
    if (this.#done.has(id)) return this.#done.get(id);
    // Stays `undefined` during the expansion, so that a cycle ends.
    this.#done.set(id, undefined);
    const expanded = this.#unchanged(id) ?? this.#expand(id);
    this.#done.set(id, expanded);
    return expanded;
  }

  #unchanged(id: DocumentId): ExpandedDocument | undefined {
    const previous = this.#previous.get(id);
    return previous?.sources.every((source) => this.#written.get(source.id) === source) ? previous : undefined;
  }

  #expand(id: DocumentId): ExpandedDocument | undefined {
    const written = this.#written.get(id);
    if (written === undefined || !written.readable) return undefined;
    const sources = new Set([written]);
    const parts = new Map<DocumentId, ExpandedDocument>();
    for (const { to } of written.references) {
      const part = this.expand(to);
      if (part === undefined) return undefined;
      parts.set(to, part);
      for (const source of part.sources) sources.add(source);
    }
    const fill = (tree: Tree): Tree => expandFragment(tree, (use) => parts.get(String(use['fragment']))?.tree ?? []);
    const base = parts.get(String(written.value['extends']));
    if (base !== undefined && base.written.kind !== 'landing') return undefined;
    const made = base === undefined ? this.#whole(written, fill) : this.#variant(written, base, fill);
    return {
      id,
      written,
      bases: base === undefined ? [] : [base.id, ...base.bases],
      ...made,
      ...listBlocks(made.tree),
      sources: [...sources],
    };
  }

  #whole(written: WrittenDocument, fill: (tree: Tree) => Tree): Made {
    const { blocks, ...head } = written.value;
    recordLocation(head, written.file, []);
    return { head, tree: fill(selectObjects(blocks)), outcomes: [] };
  }

  #variant(written: WrittenDocument, base: ExpandedDocument, fill: (tree: Tree) => Tree): Made {
    const outcomes: ChangeOutcome[] = [];
    let draft: ChangedDocument = { head: ownHead(written, base.head), tree: base.tree };
    for (const [index, change] of selectObjects(written.value['changes']).entries()) {
      const location = { file: written.file, path: ['changes', index] };
      const applied: Applied = applyChange(draft, change, location, fill);
      draft = applied.draft;
      outcomes.push(applied.outcome);
    }
    return { head: draft.head, tree: draft.tree, outcomes };
  }
}

/** A variant's address and window are its own; the rest of the head comes from its base unless changed. */
function ownHead(written: WrittenDocument, baseHead: JsonObject): JsonObject {
  const own = selectOwnHead(written.value);
  const head = { ...withoutOwnHead(baseHead), ...own };
  recordMerge(head, baseHead, Object.keys(own), written.file);
  return head;
}

type Made = Pick<ExpandedDocument, 'head' | 'tree' | 'outcomes'>;
