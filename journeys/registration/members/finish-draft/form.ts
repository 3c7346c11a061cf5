import { getFormFields } from '#engine/documents/journeys/form-fields.ts';
import type { UseCase } from '#server/forms/use-case.ts';
import { readStepOffer } from '#journeys/registration/server/find-flow.ts';
import { readOffer } from '#journeys/registration/server/offer.ts';
import { parseStoredReferral } from '#journeys/registration/server/stored-referral.ts';
import { rememberRegistration } from '#journeys/registration/members/register/after-registration.ts';

/** Last step of a flow with several: joins the draft and registers. */
export const form: UseCase<'finishDraft'> = {
  prepare: ({ form: step, place, values, network, referrer, attribution, fields, session, questions }) => ({
    request: {
      draft: session.draft ?? null,
      fields: getFormFields(step, place.site),
      // If the page shows the box, its value counts: unticked, it withdraws the consent of an earlier step.
      form: readOffer(place, step).newsletter.text === '' ? values : { newsletter: false, ...values },
      locale: place.locale,
      network,
      referrer,
      attribution,
      storedReferral: parseStoredReferral(fields),
      accepted: fields.getAll('accepted'),
      questions,
      ...readStepOffer(step, place, session),
    },
  }),
  sessionChanges: rememberRegistration,
  values: {
    // The step with the code is on the landing on which the flow began, unless it has a page of its own.
    refused({ typed: { code, validityTimestamp } }, { session: { flow, offer } }): Readonly<Record<string, string>> {
      return {
        field: 'code',
        code,
        ...(validityTimestamp && { validityTimestamp }),
        ...(flow && { flow }),
        ...(offer?.landing && { landing: offer.landing }),
      };
    },
  },
};
