import type { BrowserJourney } from '#engine/client/journey.ts';
import { keepFormKey } from './form-key.ts';
import { landingOptionsStore, noteLanding, watchProducts } from './stores/landing-options.ts';
import { noteCountry, noteRegistration, registrationStore } from './stores/registration.ts';

/** How visitors with an invitation become members. */
export const registration: BrowserJourney = {
  name: 'registration',
  operations: {
    'membership-interest': async () => (await import('./operations/apply-for-membership.ts')).applyForMembership,
    registration: async () => (await import('./operations/register.ts')).register,
  },
  onStart: () => watchProducts(document.documentElement),
  onPageShow: noteLanding,
  onPageReplace: () => landingOptionsStore.setState({ sourcePath: location.pathname }),
  onVisitorValues({ name }) {
    if (name !== undefined) registrationStore.setState({ inviter: name });
  },
  onFormLive: noteCountry,
  onFormSubmit(form) {
    keepFormKey();
    noteRegistration(form);
  },
  onFormPending: (isLandingPageLoading) => landingOptionsStore.setState({ isLandingPageLoading }),
};
