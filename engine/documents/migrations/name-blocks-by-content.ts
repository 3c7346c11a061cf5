import { mapBlocks } from './map-blocks.ts';
import type { Migration } from './migration.ts';
import type { NewNames } from './rename-keys.ts';
import { renameValue } from './rename-value.ts';

/** Block types that version 4 renames by their content. */
export const newBlockTypes = { moment: 'interlude', scene: 'illustration' } satisfies NewNames;

export const nameBlocksByContent: Migration = {
  name: 'name-blocks-by-content',
  from: 3,
  kinds: ['page', 'landing', 'fragment'],
  migrate: (document) => mapBlocks(document, (block) => renameValue(block, 'type', newBlockTypes)),
};
