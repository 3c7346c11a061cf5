import type { BrowserJourney } from '#engine/client/journey.ts';
import { readRegistrationContext, reportCountryChanges } from './events.ts';
import { keepFormKey } from './form-key.ts';
import {
  landingOptionsStore,
  recordLanding,
  reportUnreadableRedirect,
  watchProducts,
} from './stores/landing-options.ts';
import { recordActivation, recordCountry, recordRegistration, registrationStore } from './stores/registration.ts';

/** The client part of registrations. */
export const registration: BrowserJourney = {
  name: 'registration',
  operations: {
    'membership-interest': async () => (await import('./operations/apply-for-membership.ts')).applyForMembership,
    registration: async () => (await import('./operations/register.ts')).register,
  },
  foreignOperations: {
    code: async () => (await import('./operations/check-code.ts')).checkCode,
  },
  onStart() {
    watchProducts(document.documentElement);
    reportUnreadableRedirect(location);
  },
  onPageShow(page) {
    recordLanding(page);
    recordActivation(page, document);
  },
  onPageReplace: (sourcePath) => landingOptionsStore.setState({ sourcePath }),
  eventContext: readRegistrationContext,
  onVisitorValues({ name }) {
    if (name !== undefined) registrationStore.setState({ inviter: name });
  },
  onFormLive(form, track) {
    recordCountry(form);
    reportCountryChanges(form, track);
  },
  onFormSubmit(form) {
    keepFormKey();
    recordRegistration(form);
  },
  onFormPending: (isLandingPageLoading) => landingOptionsStore.setState({ isLandingPageLoading }),
};
