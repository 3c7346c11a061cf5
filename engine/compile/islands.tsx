import { byName } from '#engine/shared/by-name.ts';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { UserError } from '#engine/shared/errors.ts';
import { VisitorValuesProvider, type VisitorValues } from '#engine/block-kit/visitor-values.ts';
import type { BoundBlock } from './bind.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';

const infos = byName<BlockInfo>(blockInfo);

/** Whether the document sets a feature flag of the island. */
export function readsFlags({ type, props }: Pick<BoundBlock, 'type' | 'props'>): boolean {
  return infos[type]?.flags?.some((property) => props[property] !== undefined) === true;
}

/** Finished markup of islands by block id. */
export type RenderedIslands = ReadonlyMap<string, string>;

function isIsland(type: string): boolean {
  return infos[type]?.kind === 'island';
}

/** All islands among these blocks and inside them, in the order of the page. */
export function listIslands(blocks: readonly BoundBlock[]): BoundBlock[] {
  return blocks.flatMap((block) => [...(isIsland(block.type) ? [block] : []), ...listIslands(block.blocks)]);
}

/** Nothing changes on the server; the browser has its own store. */
const noValues: VisitorValues = { subscribe: () => () => undefined, get: () => '' };

/**
 * Renders each island as a React root of its own, ready for hydration. Prerendering waits for all data; with an unlimited boundary
 * size it writes no script and no fallback.
 */
export async function renderIslands(
  blocks: readonly BoundBlock[],
  view: (block: BoundBlock) => ReactNode,
): Promise<RenderedIslands> {
  const rendered = new Map<string, string>();
  // Sequentially: holes and icons are recorded in the order of the page.
  for (const block of listIslands(blocks)) {
    const node = <VisitorValuesProvider value={noValues}>{view(block)}</VisitorValuesProvider>;
    let failure: unknown;
    const { prelude } = await prerenderToNodeStream(node, {
      identifierPrefix: identifierPrefix(block.htmlId),
      progressiveChunkSize: 1e9,
      onError: (error) => void (failure ??= error),
    });
    if (failure !== undefined) throw failure;
    rendered.set(block.id, await text(prelude));
  }
  return rendered;
}

/** Makes ids of `useId` unique between the roots of a page; the browser uses the same. */
function identifierPrefix(htmlId: string): string {
  return `${htmlId}-`;
}

/** Props of the block's component in the browser: those it was rendered with. */
export function serializeIslandProps(block: BoundBlock): string {
  if (block.blocks.length > 0) {
    throw new UserError(
      `The island "${block.id}" (${block.type}) holds blocks, which the browser could not render. Make it a static block with islands inside.`,
    );
  }
  return JSON.stringify({ ...block.props, id: block.htmlId, strings: block.strings });
}
