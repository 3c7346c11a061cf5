import { mapBlocks } from './map-blocks.ts';
import type { Migration } from './migration.ts';
import { type NewNames, renameKeys } from './rename-keys.ts';

const names = { kind: 'type' } satisfies NewNames;

/** Blocks named their component in `kind`; since version 1 it is `type`, in documents, fragments and changes alike. */
export const nameBlocksByType: Migration = {
  name: 'name-blocks-by-type',
  from: 0,
  kinds: ['page', 'landing', 'fragment'],
  names,
  migrate: (document) => mapBlocks(document, (block) => renameKeys(block, names)),
};
