import type { SchemaPart } from '#server/platform/database/migration-steps.ts';
import { replaceWords } from '#server/platform/database/replace-words.ts';

/**
 * Members may leave open whether they are a woman or a man. Earlier releases go on working: they never write the new word, and read it
 * only once a document offers it, which those of this site do not.
 */
export const unstatedGender: SchemaPart = {
  name: '0026-unstated-gender',
  phase: 'expand',
  up: (db) => replaceWords(db, { table: 'members', column: 'gender', words: ['woman', 'man', 'unstated'] }),
};
