import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Supports keyset pagination of the list of mails. */
export const mailListIndexes: IndexPart = {
  name: '0038-admin-lists',
  indexes: [indexOn('outbox', 'status', 'created_at')],
};
