import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { replaceEnum } from '#server/platform/database/replace-enum.ts';

/**
 * Members may leave open whether they are a woman or a man. Earlier releases go on working: they never write the new word, and read it
 * only once a document offers it, which those of this site do not.
 */
export const unstatedGender: SchemaMigration = {
  name: '0026-unstated-gender',
  phase: 'expand',
  up: (db) => replaceEnum(db, { table: 'members', column: 'gender', words: ['woman', 'man', 'unstated'] }),
};
