import { type JsonObject, isObject } from '../json.ts';

/** The document with mapped blocks, in blocks and in changes of a variant; parents before children. */
export function mapBlocks(document: JsonObject, map: (block: JsonObject) => JsonObject): JsonObject {
  const inBlock = (block: unknown): unknown => {
    if (!isObject(block)) return block;
    const mapped = map(block);
    return Array.isArray(mapped['blocks']) ? { ...mapped, blocks: mapped['blocks'].map(inBlock) } : mapped;
  };
  const inChange = (change: unknown): unknown =>
    isObject(change)
      ? {
          ...change,
          ...(change['with'] !== undefined && { with: inBlock(change['with']) }),
          ...(Array.isArray(change['blocks']) && { blocks: change['blocks'].map(inBlock) }),
        }
      : change;
  return {
    ...document,
    ...(Array.isArray(document['blocks']) && { blocks: document['blocks'].map(inBlock) }),
    ...(Array.isArray(document['changes']) && { changes: document['changes'].map(inChange) }),
  };
}
