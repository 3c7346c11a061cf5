import { mapBlocks } from './map-blocks.ts';
import type { Migration } from './migration.ts';
import type { NewNames } from './rename-keys.ts';
import { renameValue } from './rename-value.ts';

const layouts: NewNames = { room: 'admin' };
const types: NewNames = { 'room-menu': 'admin-menu' };
const looks: NewNames = { room: 'page' };

/** Version 3 names the layout, menu and theme of admin pages by what they are. Admin pages are no variants. */
export const nameAdminPages: Migration = {
  name: 'name-admin-pages',
  from: 2,
  kinds: ['page', 'fragment'],
  migrate: (document) =>
    mapBlocks(renameValue(document, 'layout', layouts), (block) =>
      block['type'] === 'data-view' ? renameValue(block, 'look', looks) : renameValue(block, 'type', types),
    ),
};
