import type { BrowserJourney } from '#engine/client/journey.ts';
import { registrationEventContext, reportCountryChanges } from './events.ts';
import { keepFormKey } from './form-key.ts';
import { landingOptionsStore, noteLanding, reportUnreadableRedirect, watchProducts } from './stores/landing-options.ts';
import { noteActivation, noteCountry, noteRegistration, registrationStore } from './stores/registration.ts';

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
    noteLanding(page);
    noteActivation(page, document);
  },
  onPageReplace: (sourcePath) => landingOptionsStore.setState({ sourcePath }),
  eventContext: registrationEventContext,
  onVisitorValues({ name }) {
    if (name !== undefined) registrationStore.setState({ inviter: name });
  },
  onFormLive(form, track) {
    noteCountry(form);
    reportCountryChanges(form, track);
  },
  onFormSubmit(form) {
    keepFormKey();
    noteRegistration(form);
  },
  onFormPending: (isLandingPageLoading) => landingOptionsStore.setState({ isLandingPageLoading }),
};
