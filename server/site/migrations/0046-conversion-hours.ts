import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Conversions of a day are summed up without reading the others. */
export const conversionHours: IndexPart = {
  name: '0046-conversion-hours',
  indexes: [indexOn('phase_conversion_counts', 'hour')],
};
