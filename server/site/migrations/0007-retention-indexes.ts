import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Exposures without consent go after a day: they are found without reading those of a year. */
export const siteRetentionIndexes: IndexPart = {
  name: '0007-retention-indexes',
  indexes: [indexOn('exposures', 'consented', 'evaluated_at')],
};
