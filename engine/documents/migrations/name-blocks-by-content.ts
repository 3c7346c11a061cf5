import { mapBlocks } from './map-blocks.ts';
import type { Migration } from './migration.ts';
import type { NewNames } from './rename-keys.ts';
import { renameValue } from './rename-value.ts';

/** Types of blocks that version 4 names by what a visitor sees. */
export const newBlockTypes = { moment: 'interlude', scene: 'illustration' } satisfies NewNames;

export const nameBlocksByContent: Migration = {
  name: 'name-blocks-by-content',
  from: 3,
  kinds: ['page', 'landing', 'fragment'],
  migrate: (document) => mapBlocks(document, (block) => renameValue(block, 'type', newBlockTypes)),
};
