import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExpandedDocument, Expander } from '#engine/documents/inheritance/expander.ts';
import { getChildren, type Tree } from '#engine/documents/inheritance/tree.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import { parseSource } from '#engine/documents/source.ts';
import { identify, readDocument, type WrittenDocument } from '#engine/documents/written.ts';

/** The parts of a landing that variants can change. */
export interface BaseSource {
  /** Such as `landings/default`. */
  readonly id: string;
  /** Outer blocks first. The use of a fragment comes before the fragment's blocks and has no type. */
  readonly blocks: readonly JsonObject[];
  /** Landings that this variant extends, the nearest one first. */
  readonly bases: readonly string[];
  /** Whether it has an address, and links and redirects may lead to it. */
  readonly isLinkable: boolean;
}

/** Every landing that expands without mistakes; the others are left out until they are corrected. */
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
      isLinkable: id === DEFAULT_LANDING || head['slug'] !== undefined,
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
