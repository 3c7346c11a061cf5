import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Supports keyset pagination of admin lists in all orders. */
export const memberListIndexes: IndexPart = {
  name: '0038-admin-lists',
  indexes: [
    indexOn('registration_codes', 'created_at', 'code'),
    indexOn('registration_codes', 'label', 'code'),
    indexOn('inviters', 'free'),
    indexOn('inviters', 'active'),
    indexOn('generated_links', 'created_by', 'created_at'),
    indexOn('members', 'code'),
  ],
};
