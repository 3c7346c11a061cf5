import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { fieldErrors, retryLater } from '../effects.ts';

/** Applying for membership with an address (R8); told alike whether or not it has applied before. */
export const applyForMembership: UseCase<'applyForMembership'> = {
  path: 'apply-for-membership',
  form: 'membership-interest',
  page: screens.apply,
  prepare: ({ values, place: { locale }, network }) => ({ request: { form: values, locale, network } }),
  effects: {
    received: ({ email }) => ({ to: screens.applied, session: { add: { applied: { email } } } }),
    invalid: fieldErrors,
    'too-many-requests': retryLater,
  },
};
