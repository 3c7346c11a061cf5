import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Finds exposures without consent, which expire after a day, without a table scan. */
export const siteRetentionIndexes: IndexPart = {
  name: '0007-retention-indexes',
  indexes: [indexOn('exposures', 'consented', 'evaluated_at')],
};
