import { byName } from '#engine/shared/by-name.ts';
import type { ResolvedBlock, ResolvedDocument } from '#engine/documents/types.ts';
import { type BlockInfo, blockInfo } from '#schemas/generated/vocabulary.ts';

const infoByType = byName<BlockInfo>(blockInfo);

/** The query of a block, executed with each request. */
export interface DataNeed {
  /** Id of the block. */
  readonly block: string;
  readonly query: string;
}

/** The queries of a document's blocks and their children; empty on shared pages. */
export function listDataNeeds({ blocks }: Pick<ResolvedDocument, 'blocks'>): readonly DataNeed[] {
  return blocks.flatMap(needsOfBlock);
}

function needsOfBlock({ id, type, props, blocks }: ResolvedBlock): readonly DataNeed[] {
  const property = infoByType[type]?.dataBy;
  const query = property === undefined ? undefined : props[property];
  const own = typeof query === 'string' ? [{ block: id, query }] : [];
  return [...own, ...blocks.flatMap(needsOfBlock)];
}
