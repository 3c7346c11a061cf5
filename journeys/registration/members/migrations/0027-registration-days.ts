import { type IndexPart, indexOn } from '#server/platform/database/migration-steps.ts';

/** Registrations of a day are counted without reading the others. */
export const registrationDays: IndexPart = {
  name: '0027-registration-days',
  indexes: [indexOn('members', 'registered_at')],
};
