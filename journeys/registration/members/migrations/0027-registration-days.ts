import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Counts registrations of a day without a table scan. */
export const registrationDays: IndexPart = {
  name: '0027-registration-days',
  indexes: [indexOn('members', 'registered_at')],
};
