import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { offerOf } from '../offer.ts';
import { storedReferralIn } from '../stored-referral.ts';
import { afterRegistration } from './after-registration.ts';

/** The whole registration in one form (B3). */
export const register: UseCase<'register'> = {
  path: 'register',
  form: 'registration',
  page: screens.start,
  prepare: ({ place, values, network, referrer, fields }) => ({
    request: {
      form: values,
      locale: place.locale,
      network,
      referrer,
      storedReferral: storedReferralIn(fields),
      ...offerOf(place, 'registration'),
    },
  }),
  effects: afterRegistration,
};
