import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Attempts to sign in go before the deeds of admins: they are found without reading those. */
export const staffRetentionIndexes: IndexPart = {
  name: '0007-retention-indexes',
  indexes: [indexOn('audit_log', 'action', 'at')],
};
