import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { conversions, fieldErrors, retryLater } from '../effects.ts';
import { offerOf } from '../offer.ts';

/** First step of the lean flow (S3): its draft waits on the server. */
export const saveDraft: UseCase<'saveDraft'> = {
  path: 'register-step-1',
  form: 'registration-step-1',
  page: screens.start,
  prepare: ({ values, network, session: { draft = null } }) => ({ request: { draft, form: values, network } }),
  effects: {
    saved: ({ draft }, { place }) => ({
      to: screens.started,
      session: { replace: { draft, offer: offerOf(place, 'registration-step-1') } },
      event: conversions.started,
    }),
    invalid: fieldErrors,
    'too-many-requests': retryLater,
  },
};
