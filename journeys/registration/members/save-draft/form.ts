import { getFormFields } from '#engine/documents/journeys/form-fields.ts';
import type { SaveDraftRequest } from './save-draft.ts';
import type { Asked, UseCase } from '#server/forms/use-case.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { storedReferralIn } from '#journeys/registration/server/stored-referral.ts';
import { type BegunFlow, findFlow, readStepOffer } from '#journeys/registration/server/find-flow.ts';

/** A step of a flow that is not the last one (S3): its values are stored in a draft on the server. */
export const form: UseCase<'saveDraft'> = {
  prepare: ({ form: step, place, values, network, referrer, fields, questions, session: { draft = null } }) => ({
    request: {
      draft,
      step,
      fields: getFormFields(step, place.site),
      form: values,
      network,
      referrer,
      storedReferral: storedReferralIn(fields),
      questions,
    },
  }),
  sessionChanges: { saved: ({ draft }, asked) => ({ draft, ...begun(asked) }) },
  values: {
    saved(_answer, asked): Readonly<Record<string, string>> {
      const own = flowIn(asked);
      return own === null ? {} : { flow: own.flow };
    },
  },
};

const flowIn = ({ place, session, request }: Asked<SaveDraftRequest>): BegunFlow | null =>
  findFlow(request.step, place, session);

function begun(asked: Asked<SaveDraftRequest>): Session {
  const { place, session, request } = asked;
  const own = flowIn(asked);
  const offer = readStepOffer(request.step, place, session);
  if (own === null) return { offer };
  const sent = session.flow === own.flow ? (session.steps ?? []) : [];
  return { offer, flow: own.flow, steps: [...new Set([...sent, own.step.name])] };
}
