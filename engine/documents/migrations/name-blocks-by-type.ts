import { mapBlocks } from './map-blocks.ts';
import type { Migration } from './migration.ts';
import { type NewNames, renameKeys } from './rename-keys.ts';

const names = { kind: 'type' } satisfies NewNames;

/** Version 1 renames `kind` of blocks to `type`, in documents, fragments and changes. */
export const nameBlocksByType: Migration = {
  name: 'name-blocks-by-type',
  from: 0,
  kinds: ['page', 'landing', 'fragment'],
  names,
  migrate: (document) => mapBlocks(document, (block) => renameKeys(block, names)),
};
