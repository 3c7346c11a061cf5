import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Finds expired rows without a table scan. */
export const platformRetentionIndexes: IndexPart = {
  name: '0007-retention-indexes',
  indexes: [
    indexOn('idempotency_keys', 'expires_at'),
    indexOn('rate_limits', 'expires_at'),
    indexOn('outbox', 'status', 'created_at'),
    indexOn('erasures', 'erased_at'),
  ],
};
