import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { offerOf } from '../offer.ts';

/** First step of the lean flow (S3): its draft waits on the server. */
export const saveDraft: UseCase<'saveDraft'> = {
  prepare: ({ values, network, session: { draft = null } }) => ({ request: { draft, form: values, network } }),
  remember: { saved: ({ draft }, { place }) => ({ draft, offer: offerOf(place, 'registration-step-1') }) },
};
