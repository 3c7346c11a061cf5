import { withDefaults } from '#engine/base/defaults.ts';
import { blockDefaults } from '#schemas/generated/defaults.ts';
import type { JsonObject } from './json.ts';
import type { ResolvedBlock, ResolvedDocument } from './types.ts';

interface Example {
  /** Last part of its id and its route. */
  readonly name: string;
  readonly block: JsonObject;
  readonly theme: ResolvedDocument['theme'];
}

/** A page with a single block, based on a document of the site. */
export function exampleDocument(model: ResolvedDocument, { name, block, theme }: Example): ResolvedDocument {
  const { slug: _slug, window: _window, ...rest } = model;
  return {
    ...rest,
    id: `pages/gallery/${name}`,
    kind: 'page',
    route: `/gallery/${name}`,
    layout: 'default',
    theme,
    guards: [],
    blocks: [resolved(block)],
    facets: [],
  };
}

/** A resolved block: with defaults, without the envelope. Conditions and windows do not hide an example. */
function resolved(block: JsonObject): ResolvedBlock {
  const defaults = Object.entries(blockDefaults).find(([type]) => type === block['type'])?.[1] ?? [];
  const { id, type, area: _area, window: _window, when: _when, blocks, ...props } = withDefaults(block, defaults);
  const inner = Array.isArray(blocks) ? blocks.map((child: JsonObject) => resolved(child)) : [];
  return { id: String(id), type: String(type), area: 'content', props, blocks: inner };
}
