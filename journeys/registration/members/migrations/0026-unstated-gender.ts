import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { replaceEnum } from '#server/platform/database/replace-enum.ts';

/**
 * Allows members to leave their gender unstated. Compatible with earlier releases: they never write the new value, and read it only once a
 * document offers it.
 */
export const unstatedGender: SchemaMigration = {
  name: '0026-unstated-gender',
  phase: 'expand',
  up: (db) => replaceEnum(db, { table: 'members', column: 'gender', words: ['woman', 'man', 'unstated'] }),
};
