import { canonicalJson } from '#engine/base/canonical-json.ts';
import { type Default, withDefaults } from '#engine/base/defaults.ts';
import { sha256 } from '#engine/base/hash.ts';
import { blockDefaults, documentDefaults } from '#schemas/generated/defaults.ts';
import { type BlockInfo, type LayoutInfo, blockInfo, layouts } from '#schemas/generated/vocabulary.ts';
import type { ExpandedDocument } from './expand/expand.ts';
import { childrenOf } from './expand/tree.ts';
import { type JsonObject, deepFreeze } from './json.ts';
import type { ResolvedBlock, ResolvedDocument } from './types.ts';

const defaultsByType: Readonly<Record<string, readonly Default[]>> = blockDefaults;
const infoByType: Readonly<Record<string, BlockInfo>> = blockInfo;
const layoutByName: Readonly<Record<string, LayoutInfo>> = layouts;

const built = new WeakMap<ExpandedDocument, ResolvedDocument>();

/** The document for rendering: with defaults, facets and hash, frozen. Only for valid documents. */
export function buildDocument(document: ExpandedDocument): ResolvedDocument {
  const known = built.get(document);
  if (known !== undefined) return known;
  const kind = document.written.kind === 'page' ? 'page' : 'landing';
  const {
    $schema: _schema,
    version: _version,
    extends: _extends,
    changes: _changes,
    ...head
  } = withDefaults(document.head, documentDefaults[kind]);
  const area = layoutByName[String(head['layout'])]?.content ?? '';
  const facets = new Set<string>();
  const blocks = document.blocks.map((block) => buildBlock(block, area, facets));
  const { id, bases, written } = document;
  const content = { id, kind, file: written.file, bases, ...head, blocks, facets: [...facets].toSorted() };
  // All parts of this object are validated.
  const resolved = deepFreeze({ ...content, hash: sha256(canonicalJson(content)) }) as unknown as ResolvedDocument;
  built.set(document, resolved);
  return resolved;
}

function buildBlock(block: JsonObject, around: string, facets: Set<string>): ResolvedBlock {
  const { id, type, area, window, when, blocks: _blocks, ...props } = block;
  const name = String(type);
  const ownArea = typeof area === 'string' ? area : around;
  for (const facet of infoByType[name]?.facets ?? []) facets.add(facet === 'window' ? `window:${String(id)}` : facet);
  if (window !== undefined) facets.add(`window:${String(id)}`);
  for (const facet of Object.keys((when ?? {}) as JsonObject)) facets.add(facet);
  return {
    id: String(id),
    type: name,
    area: ownArea,
    window: window as ResolvedBlock['window'],
    when: when as ResolvedBlock['when'],
    props: withDefaults(props, defaultsByType[name] ?? []),
    blocks: childrenOf(block).map((child) => buildBlock(child, ownArea, facets)),
  };
}
