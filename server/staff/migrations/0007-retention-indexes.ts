import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Finds expired sign-in attempts, which have a shorter retention, without a table scan. */
export const staffRetentionIndexes: IndexPart = {
  name: '0007-retention-indexes',
  indexes: [indexOn('audit_log', 'action', 'at')],
};
