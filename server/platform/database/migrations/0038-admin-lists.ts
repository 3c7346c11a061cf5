import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** The list of mails begins at the right place. */
export const mailListIndexes: IndexPart = {
  name: '0038-admin-lists',
  indexes: [indexOn('outbox', 'status', 'created_at')],
};
