import { buildBlock } from './build-document.ts';
import { getChildren } from './inheritance/tree.ts';
import type { JsonObject } from './json.ts';
import type { ResolvedBlock, ResolvedDocument } from './types.ts';

interface Example {
  /** Last part of its id and its route. */
  readonly name: string;
  readonly block: JsonObject;
  readonly theme: ResolvedDocument['theme'];
}

/** A page with a single block, based on a document of the site. */
export function buildExampleDocument(model: ResolvedDocument, { name, block, theme }: Example): ResolvedDocument {
  const { slug: _slug, addresses: _addresses, window: _window, ...rest } = model;
  return {
    ...rest,
    id: `pages/gallery/${name}`,
    kind: 'page',
    route: `/gallery/${name}`,
    layout: 'default',
    theme,
    guards: [],
    blocks: [buildExampleBlock(block)],
    facets: [],
  };
}

/** An example as a block of a page. Conditions and windows do not hide it. */
export function buildExampleBlock(block: JsonObject): ResolvedBlock {
  return buildBlock({ block: unconditional(block), slot: undefined, level: undefined }, 'content', new Set());
}

function unconditional({ area: _area, window: _window, when: _when, ...block }: JsonObject): JsonObject {
  const inner = getChildren(block);
  return inner.length === 0 ? block : { ...block, blocks: inner.map(unconditional) };
}
