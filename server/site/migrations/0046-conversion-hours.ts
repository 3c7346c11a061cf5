import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Finds conversions of a day without a table scan. */
export const conversionHours: IndexPart = {
  name: '0046-conversion-hours',
  indexes: [indexOn('phase_conversion_counts', 'hour')],
};
