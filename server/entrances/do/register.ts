import { screens } from '#journeys/registration/base/screens.ts';
import { afterRegistration } from './after-registration.ts';
import { offerOf } from './offer.ts';
import type { UseCase } from './use-case.ts';

/** The whole registration in one form (B3). */
export const register: UseCase = {
  form: 'registration',
  page: screens.start,
  async run(submission) {
    const { members, site, document, locale, values, network, referrer, storedReferral } = submission;
    const answer = await members.register({
      form: values,
      locale,
      network,
      referrer,
      storedReferral,
      ...offerOf(site, document, 'registration', locale),
    });
    return afterRegistration(answer, submission);
  },
};
