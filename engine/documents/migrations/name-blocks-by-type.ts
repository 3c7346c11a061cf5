import { type JsonObject, isObject } from '../json.ts';
import type { Migration } from './migration.ts';

/** Blocks named their component in `kind`; since version 1 it is `type`, in documents, fragments and changes alike. */
export const nameBlocksByType: Migration = {
  name: 'name-blocks-by-type',
  from: 0,
  kinds: ['page', 'landing', 'fragment'],
  migrate: (document) => ({
    ...document,
    ...(Array.isArray(document['blocks']) && { blocks: document['blocks'].map(renameInBlock) }),
    ...(Array.isArray(document['changes']) && { changes: document['changes'].map(renameInChange) }),
  }),
};

function renameInChange(change: unknown): unknown {
  if (!isObject(change)) return change;
  return {
    ...change,
    ...(change['with'] !== undefined && { with: renameInBlock(change['with']) }),
    ...(Array.isArray(change['blocks']) && { blocks: change['blocks'].map(renameInBlock) }),
  };
}

function renameInBlock(block: unknown): unknown {
  if (!isObject(block)) return block;
  const renamed = Object.hasOwn(block, 'type') ? block : renameKey(block, 'kind', 'type');
  return Array.isArray(renamed['blocks']) ? { ...renamed, blocks: renamed['blocks'].map(renameInBlock) } : renamed;
}

function renameKey(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));
}
