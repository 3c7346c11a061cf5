import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { withDefaults } from '#engine/shared/defaults.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { type FormChoice, formChoices } from '#schemas/generated/block-forms.ts';
import { documentDefaults } from '#schemas/generated/defaults.ts';
import { type BlockInfo, type LayoutInfo, blockInfo, layouts } from '#schemas/generated/vocabulary.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import { FULL_FACET } from './forms/full-facet.ts';
import { type InnerBlock, fillBlock, listInnerBlocks } from './inner-blocks.ts';
import { type JsonObject, deepFreeze } from './json.ts';
import type { ResolvedBlock, ResolvedDocument } from './types.ts';

const choiceByType: Readonly<Record<string, FormChoice | undefined>> = formChoices;
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
  const blocks = document.shown.map((block) => buildBlock({ block, slot: undefined, level: undefined }, area, facets));
  const { id, bases, written } = document;
  const content = { id, kind, file: written.file, bases, ...head, blocks, facets: [...facets].toSorted() };
  // All parts of this object are validated.
  const resolved = deepFreeze({ ...content, hash: sha256(toCanonicalJson(content)) }) as unknown as ResolvedDocument;
  built.set(document, resolved);
  return resolved;
}

/** One block with those inside it. `facets` gets those that its markup depends on. */
export function buildBlock({ block, slot, level }: InnerBlock, around: string, facets: Set<string>): ResolvedBlock {
  const { id, type, area, window, when, blocks: _blocks, slot: _slot, ...props } = fillBlock(block, level);
  const name = String(type);
  const ownArea = typeof area === 'string' ? area : around;
  for (const facet of infoByType[name]?.facets ?? []) if (facet !== 'window') facets.add(facet);
  if (window !== undefined) facets.add(`window:${String(id)}`);
  const form = choiceByType[name];
  if (form !== undefined && 'documents' in form) facets.add(FULL_FACET + String(props[form.property]));
  for (const facet of Object.keys((when ?? {}) as JsonObject)) facets.add(facet);
  return {
    id: String(id),
    type: name,
    area: ownArea,
    ...(slot !== undefined && { slot }),
    window: window as ResolvedBlock['window'],
    when: when as ResolvedBlock['when'],
    props,
    blocks: listInnerBlocks(block, level).map((inner) => buildBlock(inner, ownArea, facets)),
  };
}
