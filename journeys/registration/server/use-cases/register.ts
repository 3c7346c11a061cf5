import type { UseCase } from '#server/forms/use-case.ts';
import { readOffer } from '../offer.ts';
import { storedReferralIn } from '../stored-referral.ts';
import { rememberRegistration } from './after-registration.ts';

/** The whole registration in one form (B3). */
export const register: UseCase<'register'> = {
  route: { isKeyed: true },
  prepare: ({ place, values, formKey, network, referrer, attribution, fields }) => ({
    request: {
      form: values,
      locale: place.locale,
      formKey,
      network,
      referrer,
      attribution,
      storedReferral: storedReferralIn(fields),
      accepted: fields.getAll('accepted'),
      ...readOffer(place, 'registration'),
    },
  }),
  remember: rememberRegistration,
};
