import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExpandedDocument, Expander } from '#engine/documents/inheritance/expander.ts';
import { getChildren, type Tree } from '#engine/documents/inheritance/tree.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import { parseSource } from '#engine/documents/source.ts';
import { identify, readDocument, type WrittenDocument } from '#engine/documents/written.ts';

/** A landing as far as variants change it. */
export interface BaseSource {
  /** Such as `landings/default`. */
  readonly id: string;
  /** Outer ones first; the use of a fragment is before the fragment's blocks, and has no type. */
  readonly blocks: readonly JsonObject[];
  /** Landings that it is a variant of, the nearest one first. */
  readonly bases: readonly string[];
  /** Whether it has an address, so that links and redirects may lead to it. */
  readonly isLinkable: boolean;
}

/** The landing at `/`, which needs no slug. */
const START = 'landings/default';

/** Every landing that can be put together; others are left out until they can be. */
export function readBases(root: string, documents: readonly string[]): readonly BaseSource[] {
  const written = new Map(documents.flatMap((id) => readEntry(root, id)));
  const expander = new Expander(written, new Map());
  return listBases(documents.map((id) => expander.expand(id)).filter((document) => document !== undefined));
}

/** The landings among some documents. */
export function listBases(documents: Iterable<ExpandedDocument>): readonly BaseSource[] {
  return [...documents]
    .filter(({ id }) => id.startsWith('landings/'))
    .map(({ id, tree, bases, head }) => ({
      id,
      blocks: withInner(tree),
      bases,
      isLinkable: id === START || head['slug'] !== undefined,
    }));
}

function readEntry(root: string, id: string): readonly (readonly [string, WrittenDocument])[] {
  const file = `pages-config/${id}.json`;
  const path = join(root, file);
  const identity = identify(file);
  if (identity === undefined || !existsSync(path)) return [];
  return [[id, readDocument(id, identity.kind, parseSource(file, readFileSync(path, 'utf8')))]];
}

function withInner(tree: Tree): readonly JsonObject[] {
  return tree.flatMap((block) => [block, ...withInner(getChildren(block))]);
}
