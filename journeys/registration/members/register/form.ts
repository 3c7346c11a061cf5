import type { UseCase } from '#server/forms/use-case.ts';
import { readOffer } from '#journeys/registration/server/offer.ts';
import { parseStoredReferral } from '#journeys/registration/server/stored-referral.ts';
import { rememberRegistration } from './after-registration.ts';

/** Registers in a single form (B3). */
export const form: UseCase<'register'> = {
  route: { isKeyed: true },
  prepare: ({ place, values, formKey, network, referrer, attribution, fields, questions }) => ({
    request: {
      form: values,
      locale: place.locale,
      formKey,
      network,
      referrer,
      attribution,
      storedReferral: parseStoredReferral(fields),
      accepted: fields.getAll('accepted'),
      questions,
      ...readOffer(place, 'registration'),
    },
  }),
  sessionChanges: rememberRegistration,
};
