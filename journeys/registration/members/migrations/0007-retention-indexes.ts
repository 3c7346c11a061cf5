import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Finds expired rows without a table scan. */
export const memberRetentionIndexes: IndexPart = {
  name: '0007-retention-indexes',
  indexes: [
    indexOn('registration_drafts', 'expires_at'),
    indexOn('activation_tokens', 'expires_at'),
    indexOn('activation_attempts', 'at'),
    indexOn('waiting_list', 'state', 'invited_at'),
    indexOn('waiting_list', 'joined_at'),
    indexOn('membership_interest', 'applied_at'),
  ],
};
